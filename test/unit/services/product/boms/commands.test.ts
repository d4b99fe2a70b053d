import { expect, test } from '@jest/globals';
import { NeedsTurn } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { largeBomTurns } from '../../../../../services/product/boms/commands.ts';
import { addVersion, type Bom } from '../../../../../services/product/boms/domain/bom.ts';
import { later, newState } from './scene.ts';

/** Without a line. */
function described(versions: number, changeDescription: string): Bom {
  let { bom } = newState();
  for (let n = 2; n <= versions; n++) {
    bom = addVersion(bom, { id: `v${n}`, changeDescription, createdById: 'ann' }, later);
  }
  return bom;
}

const call = { context: {}, principal: { orgId: 'o1' }, deadline: Date.now() + 60_000 } as Call;
const nothing = () => [];

test.each([
  ['with much said of its versions', described(11, '漢'.repeat(10_000)), 1],
  ['with something said of as many versions as it may have', described(500, 'x'.repeat(500)), 1],
  ['of a few versions', described(3, 'New version'), 5],
])('of a BOM %s so many are worked on at once', async (_name, bom, most) => {
  const turns = largeBomTurns({ get: async () => bom });
  for (const take of [turns.read, turns.changeInTurn]) {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    let running = 0;
    const work = async () => {
      running += 1;
      await opened;
    };
    const all = Array.from({ length: 5 }, () => take(call, bom.id, nothing, work));
    await new Promise(setImmediate);
    expect(running).toBe(most);
    open();
    await Promise.all(all);
  }
});

test.each([
  ['a large BOM', described(11, '漢'.repeat(10_000)), true],
  ['a BOM of a few versions', described(3, 'New version'), false],
])('out of turn %s needs a turn where it is large', async (_name, bom, isLarge) => {
  const outOfTurn = { ...call, context: { requestId: 'r', outOfTurn: true } } as Call;
  const turns = largeBomTurns({ get: async () => bom });
  const outcomes = await Promise.allSettled([
    turns.read(outOfTurn, bom.id, nothing, async () => 'done'),
    turns.changeInTurn(outOfTurn, bom.id, nothing, async () => 'done'),
  ]);
  for (const outcome of outcomes) {
    if (isLarge) expect(outcome).toMatchObject({ reason: expect.any(NeedsTurn) });
    else expect(outcome).toMatchObject({ value: 'done' });
  }
});
