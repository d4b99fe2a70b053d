import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningGateway, startGateway } from '../../integration/gateway/harness.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const MOST = 8 * 1024 * 1024;
const filled = (text: string) => text.repeat(Math.floor(MOST / text.length));

function importFile(resource: string, body: string | Buffer) {
  const headers = { 'content-type': 'text/csv' };
  return gateway.send(`/api/v1/${resource}/import`, { method: 'POST', as: 'staff', body, headers });
}

/** Number of other requests that were answered before `pending` ended. */
async function answeredDuring(pending: Promise<unknown>): Promise<number> {
  let [count, over] = [0, false];
  const end = pending.finally(() => {
    over = true;
  });
  while (!over) {
    await gateway.send('/api/v1/meta');
    count += 1;
  }
  await end;
  return count;
}

describe('a file of 8 MiB', () => {
  test.each<[string, string, string | Buffer]>([
    ['of 4 million short lines', 'suppliers', filled('x\n')],
    ['of 4 million lines below a header', 'suppliers', `name\n${filled('x\n')}`.slice(0, MOST)],
    ['of 2 million lines with a cell too many', 'suppliers', `name\n${filled('x,\n')}`.slice(0, MOST)],
    ['of 4 million columns', 'materials', filled('a,')],
    ['of delimiters', 'materials', filled(',')],
    ['of one quoted cell', 'suppliers', `name\n"${filled('x').slice(7)}"`],
    ['of a cell that never ends', 'suppliers', `name\n"${filled('x').slice(6)}`],
    ['of quotes', 'suppliers', filled('"')],
    ['of semicolons', 'materials', filled(';')],
    ['of tabs and names', 'materials', filled('name\t')],
    ['of numbers in doubt', 'clients', `name;maxAccountValue\n${filled('x;1.650\n').slice(21)}`],
    ['of windows-1252', 'suppliers', Buffer.from(filled('ä;'), 'latin1')],
    ['of UTF-16', 'suppliers', Buffer.from(`\ufeff${'x\n'.repeat(MOST / 4 - 1)}`, 'utf16le')],
    ['of lists in a cell', 'materials', `name,skus\nx,"[${'{},'.repeat(300_000)}{}]"\n`],
    ['of nothing but line ends', 'suppliers', filled('\n')],
    ['of other line ends', 'suppliers', filled('\r\n')],
    ['of long names over and over', 'materials', `name,${'n'.repeat(60_000)}\n${'x,y\n'.repeat(10_000)}`],
  ])(
    '%s is refused, and others are answered meanwhile',
    async (_, resource, body) => {
      const answer = importFile(resource, body);
      const others = await answeredDuring(answer);
      const { status, json } = await answer;
      expect(others).toBeGreaterThan(1);
      expect([413, 422]).toContain(status);
      expect(JSON.stringify(json.detail).length).toBeLessThan(64 * 1024);
    },
    30_000,
  );

  test('of 10,000 good records leaves others their turns', async () => {
    const body = `name,country\n${Array.from({ length: 10_000 }, (_, index) => `Mill ${index},${'x'.repeat(250)}\n`).join('')}`;
    const answer = importFile('suppliers', body);
    const others = await answeredDuring(answer);
    expect((await answer).json).toEqual({ created: 10_000 });
    expect(others).toBeGreaterThan(10);
  });
});
