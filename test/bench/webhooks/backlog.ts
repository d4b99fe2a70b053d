import { Pool, request } from 'undici';
import { eventually } from '../../support/eventually.ts';
import type { System } from '../../support/system/system.ts';
import { median, saturate } from '../load.ts';
import { newOrg } from './orgs.ts';
import { type Pile, pileUp } from './pile.ts';
import { type CountingReceiver, countingReceiver } from './receiver.ts';

export interface BacklogResult {
  /** Of a small backlog, and of bare POSTs of undici to the same receiver: a second, medians of rounds in turn. */
  perSecond: number;
  bare: number;
  ratio: number;
  /** Round by round. */
  ratios: number[];
  /** How a large one drains: as fast at its end as at its beginning, in no more memory. */
  large: { deliveries: number; memoryBefore: number; parts: Part[] };
}

interface Part {
  part: string;
  /** Deliveries a second. */
  rate: number;
  /** MB that notification had at most. */
  memory: number;
}

const ROUNDS = 3;
const SMALL = 10_000;
const LARGE = 100_000;
const WEBHOOKS = 10;
const BODY = 600;
const PARTS = ['first quarter', 'second quarter', 'third quarter', 'last quarter'];
const PATIENCE = 600_000;
const CONNECTIONS = 32;

/** How fast what has piled up is delivered, by one process of notification, and what memory that takes. */
export async function measureBacklog(
  system: System,
  token: string,
  { scale, say }: { scale: number; say: (line: string) => void },
): Promise<BacklogResult> {
  const receiver = await countingReceiver();
  const org = await newOrg(system, token, 'Backlog');
  const webhookIds: string[] = [];
  while (webhookIds.length < WEBHOOKS) webhookIds.push(await org.webhook(receiver.url, ['client.deleted']));
  const pile = { orgId: org.id, webhookIds, type: 'client.deleted', body: BODY } as const;
  const rounds: { ours: number; bare: number }[] = [];
  for (let count = 1; count <= ROUNDS; count++) {
    const bare = await barePosts(receiver);
    const ours = await drain(system, receiver, { ...pile, deliveries: Math.ceil(SMALL * scale) }, ['all']);
    rounds.push({ ours: ours[0]?.rate ?? 0, bare });
    say(`backlog, round ${count}: ${ours[0]?.rate.toFixed(0)} deliveries/s, bare POSTs ${bare.toFixed(0)}`);
  }
  const deliveries = Math.ceil(LARGE * scale);
  say(`a backlog of ${deliveries}`);
  const memoryBefore = await memoryOf(system);
  const parts = await drain(system, receiver, { ...pile, deliveries }, PARTS);
  await org.remove();
  receiver.close();
  const ratios = rounds.map(({ ours, bare }) => ours / bare);
  return {
    perSecond: median(rounds.map(({ ours }) => ours)),
    bare: median(rounds.map(({ bare }) => bare)),
    ratio: median(ratios),
    ratios,
    large: { deliveries, memoryBefore, parts },
  };
}

/** Piles up, and measures equal parts of what is delivered then. */
async function drain(system: System, receiver: CountingReceiver, pile: Pile, names: string[]): Promise<Part[]> {
  receiver.reset();
  await pileUp(system, pile);
  const parts: Part[] = [];
  for (const part of names) {
    const begun = performance.now();
    const before = receiver.count;
    const goal = Math.ceil((pile.deliveries * (parts.length + 1)) / names.length);
    let memory = 0;
    await eventually(async () => {
      memory = Math.max(memory, await memoryOf(system));
      return receiver.count >= goal;
    }, PATIENCE);
    const seconds = (performance.now() - begun) / 1000;
    parts.push({ part, rate: (receiver.count - before) / seconds, memory });
  }
  return parts;
}

async function barePosts({ url }: CountingReceiver): Promise<number> {
  const pool = new Pool(new URL(url).origin, { connections: CONNECTIONS });
  const body = 'x'.repeat(BODY);
  const shot = () => ({ method: 'POST', path: '/', headers: { 'content-type': 'application/json' }, body }) as const;
  await saturate(pool, CONNECTIONS, 0.5, shot);
  const { perSecond } = await saturate(pool, CONNECTIONS, 2, shot);
  await pool.close();
  return perSecond;
}

/** MB. */
async function memoryOf(system: System): Promise<number> {
  const { body } = await request(`${system.run.services.notification?.adminUrl}/metrics`);
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(await body.text()) ?? [];
  return Number(bytes) / 1e6;
}
