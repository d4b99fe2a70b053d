import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { backlog } from '../support/backends/streams.ts';
import { eventually } from '../support/eventually.ts';
import { PersistentClient } from '../support/persistent-client.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { mailsTo } from '../support/system/mail.ts';
import { killAndWait, ownProcesses } from '../support/system/outage.ts';
import { idsByRecord, subscribe } from '../support/webhooks.ts';
import { PUBLIC_URL, system, token } from './system-of-outages.ts';

const RECORDS = 140;
const PAGE = 20;
const victims = ownProcesses();
const spared = victims.length < 7 ? ' (the rest belongs to others)' : '';
const names = Array.from({ length: RECORDS }, (_, index) => `Client ${index}`);
let receiver: Receiver;
let client: PersistentClient;
let webhook: string;

describe(`while ${RECORDS} clients are created and each of ${victims.join(', ')} is killed with -9${spared}`, () => {
  beforeAll(async () => {
    receiver = await startReceiver();
    client = new PersistentClient(system, token);
    webhook = await subscribe(system, token, receiver);
  });

  afterAll(async () => {
    // The receiver must not get events of later tests.
    await system.call(token, 'DELETE', `/api/v1/webhooks/${webhook}`);
    await receiver.close();
  });

  test('every create ends in a 200, and no answer is a 500', async () => {
    for (const [index, victim] of victims.entries()) {
      const from = Math.round((index * RECORDS) / victims.length);
      const to = Math.round(((index + 1) * RECORDS) / victims.length);
      const creating = client.createAll(names.slice(from, to));
      await eventually(() => client.created.length >= (from + to) / 2, 120_000);
      await Promise.all([creating, killAndWait(system, victim)]);
    }
    expect(client.created).toHaveLength(RECORDS);
    expect(client.refusals).not.toContain(500);
  }, 300_000);

  test('exactly so many exist: in the total, on the pages, in the answers', async () => {
    const { data, totals } = await walkPages();
    expect(totals).toEqual(Array(RECORDS / PAGE).fill(RECORDS));
    expect(data.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(data.map(({ id }) => id).sort()).toEqual(client.created.map(({ id }) => id).sort());
  }, 30_000);

  test('so many webhooks arrive, each record under the one id of its event', async () => {
    await receiver.until(() => idsByRecord(receiver).size >= RECORDS, 60_000);
    await eventually(async () => (await backlog(system)) === 0);
    const expected = new Map(client.created.map(({ id, eventId }) => [id, new Set([eventId])]));
    expect(idsByRecord(receiver)).toEqual(expected);
  }, 90_000);
});

test('a mail that was promised before identity died is sent when it is back, with a link to the public address', async () => {
  const email = 'cyd@example.com';
  await system.json(token, 'POST', '/api/v1/users', { email, role: 'staff' });
  system.kill('identity');
  await eventually(
    () => mailsTo(system, email).some((mail) => mail.includes(`${PUBLIC_URL}/accept-invitation#`)),
    30_000,
  );
}, 60_000);

interface Page {
  data: { id: string; name: string }[];
  pagination: { total: number };
}

async function walkPages(): Promise<{ data: Page['data']; totals: number[] }> {
  const [data, totals]: [Page['data'], number[]] = [[], []];
  for (let page = 1; page <= RECORDS / PAGE; page++) {
    const answer = await system.json<Page>(token, 'GET', `/api/v1/clients?limit=${PAGE}&page=${page}`);
    data.push(...answer.data);
    totals.push(answer.pagination.total);
  }
  return { data, totals };
}
