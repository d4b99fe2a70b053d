import assert from 'node:assert/strict';
import { WEBHOOKS } from '../battlefield.ts';
import type { Flood, FloodKind, Shot } from '../flood.ts';
import type { LoadResult } from '../run-load.ts';

const RECORDS = 110;
const PAGE = 100;

/** A page of 100 records of 60 KB is 6 MB: 40 that were read at once ended product, of any resource and org. */
export const LISTS: FloodKind = { name: 'lists', connections: 40, webhooks: WEBHOOKS, run: floodLists };

const contact = { contactName: '\u0001'.repeat(198), email: 'a@b.example' };
const client = { name: 'Acme', country: 'DE', currency: 'EUR', maxAccountValue: 1, contacts: Array(60).fill(contact) };
const material = { name: 'Twill', type: 'plain', note: '\u0001'.repeat(10_000) };

const get = (path: string): Shot => ({ method: 'GET', path: `/api/v1/${path}` });
const post = (path: string, body: object): Shot => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  body: JSON.stringify(body),
});

async function floodLists(flood: Flood): Promise<LoadResult[]> {
  await Promise.all([fill(flood, post('materials', material)), fill(flood, post('clients', client))]);
  const { data } = await flood.json<Page>(get('webhooks?limit=1'));
  return [
    await floodPages(flood, 'material lists', get(`materials?limit=${PAGE}`)),
    await floodList(flood, 'material exports', get('materials/export')),
    await floodPages(flood, 'client lists', get(`clients?limit=${PAGE}`)),
    await floodList(flood, 'client exports', get('clients/export')),
    await floodList(flood, 'delivery lists', get(`webhooks/${data[0]?.id}/deliveries?limit=200`)),
    await floodList(flood, 'audit log exports', get('audit-log/export')),
  ];
}

interface Page {
  data: { id: string }[];
}

async function fill(flood: Flood, shot: Shot): Promise<void> {
  for (let made = 0; made < RECORDS; made++) await flood.send(shot);
}

/** Afterwards it is answered again. */
async function floodList(flood: Flood, name: string, shot: Shot): Promise<LoadResult> {
  const result = await flood.fire(name, [shot]);
  await flood.recover(shot);
  return result;
}

/** And whole, however many messages the page came in. */
async function floodPages(flood: Flood, name: string, shot: Shot): Promise<LoadResult> {
  const result = await floodList(flood, name, shot);
  assert.equal((await flood.json<Page>(shot)).data.length, PAGE);
  return result;
}
