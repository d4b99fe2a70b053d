import { WEBHOOKS } from '../battlefield.ts';
import type { Flood, FloodKind, Shot, Volley } from '../flood.ts';

const RECORDS = 110;
const PAGE = 100;

/** A page of 100 records of 60 KB is 6 MB: 40 that were read at once ended product, of any resource and org. */
export const LISTS: FloodKind = { name: 'lists', connections: 40, webhooks: WEBHOOKS, prepare };

const contact = { contactName: '\u0001'.repeat(198), email: 'a@b.example' };
const client = { name: 'Acme', country: 'DE', currency: 'EUR', maxAccountValue: 1, contacts: Array(60).fill(contact) };
const material = { name: 'Twill', type: 'plain', note: '\u0001'.repeat(10_000) };

const get = (path: string): Shot => ({ method: 'GET', path: `/api/v1/${path}` });
const post = (path: string, body: object): Shot => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  body: JSON.stringify(body),
});

async function prepare(flood: Flood): Promise<Volley[]> {
  await Promise.all([fill(flood, post('materials', material)), fill(flood, post('clients', client))]);
  const { data } = await flood.json<Page>(get('webhooks?limit=1'));
  const lists = {
    'material lists': `materials?limit=${PAGE}`,
    'material exports': 'materials/export',
    'client lists': `clients?limit=${PAGE}`,
    'client exports': 'clients/export',
    'delivery lists': `webhooks/${data[0]?.id}/deliveries?limit=200`,
    'audit log exports': 'audit-log/export',
  };
  return Object.entries(lists).map(([name, path]) => ({ name, shots: [get(path)], status: 200 }));
}

interface Page {
  data: { id: string }[];
}

async function fill(flood: Flood, shot: Shot): Promise<void> {
  for (let made = 0; made < RECORDS; made++) await flood.send(shot);
}
