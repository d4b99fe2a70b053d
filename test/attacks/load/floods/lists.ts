import type { Flood, FloodKind, Shot, Volley } from '../flood.ts';

const RECORDS = 110;
const PAGE = 100;

/**
 * A page of 100 records of 60 KB has 6 MB. 40 such pages at the same time once killed product, for any resource and
 * org.
 */
export const lists = (webhooks: number): FloodKind => ({ name: 'lists', connections: 40, webhooks, prepare });

const contact = { contactName: '\u0001'.repeat(198), email: 'a@b.example' };
const CONTACTS = JSON.stringify(Array(60).fill(contact));
const NOTE = '\u0001'.repeat(10_000);

const get = (path: string): Shot => ({ method: 'GET', path: `/api/v1/${path}` });
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const imported = (resource: string, header: string, cells: string[]): Shot => ({
  ...{ method: 'POST', path: `/api/v1/${resource}/import`, type: 'text/csv' },
  body: [header, ...Array(RECORDS).fill(cells.map(quoted).join())].join('\n'),
});

async function prepare(flood: Flood): Promise<Volley[]> {
  await flood.send(imported('materials', 'name,type,note', ['Twill', 'plain', NOTE]));
  await flood.send(
    imported('clients', 'name,country,currency,maxAccountValue,contacts', ['Acme', 'DE', 'EUR', '1', CONTACTS]),
  );
  const { data } = await flood.json<Page>(get('webhooks?limit=1'));
  const paths = {
    'material lists': `materials?limit=${PAGE}`,
    'material exports': 'materials/export',
    'client lists': `clients?limit=${PAGE}`,
    'client exports': 'clients/export',
    'delivery lists': `webhooks/${data[0]?.id}/deliveries?limit=200`,
    'audit log exports': 'audit-log/export',
  };
  return Object.entries(paths).map(([name, path]) => ({ name, shots: [get(path)], status: 200 }));
}

interface Page {
  data: { id: string }[];
}
