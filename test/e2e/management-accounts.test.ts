import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

let system: Tenant;
let token: string;
beforeAll(async () => {
  system = await openTenant();
  token = await system.login();
}, 120_000);
afterAll(() => system.close(), 30_000);

type Json = Record<string, unknown>;
const PATH = '/api/v1/management-accounts';

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }> {
  const response = await system.call(token, method, path, body);
  return { status: response.status, json: (await response.json()) as Json };
}

const headersOf = (org?: string) => ({ authorization: `Bearer ${token}`, ...(org && { 'x-org-id': org }) });

async function importCsv(body: string, org?: string): Promise<Json> {
  const headers = { ...headersOf(org), 'content-type': 'text/csv' };
  return (await system.fetch(`${PATH}/import`, { method: 'POST', headers, body })).json() as Promise<Json>;
}

interface Node {
  code: string;
  level: number;
  children: Node[];
}

async function tree(org?: string): Promise<string[]> {
  const response = await system.fetch(`${PATH}/tree`, { headers: headersOf(org) });
  const linesOf = (nodes: Node[]): string[] =>
    nodes.flatMap(({ code, level, children }) => [`${level} ${code}`, ...linesOf(children)]);
  return linesOf(((await response.json()) as { data: Node[] }).data);
}

test('a chart of accounts is made, moved about, and taken apart', async () => {
  const costs = await call('POST', PATH, { code: '5000', name: 'Costs' });
  const freight = await call('POST', PATH, { code: '5100', name: 'Freight', parentId: '5000' });
  const sea = await call('POST', PATH, { code: '5110', name: 'By sea', parentId: freight.json.id });
  expect(sea.json).toMatchObject({ level: 3, parent: { id: freight.json.id, code: '5100', name: 'Freight' } });
  expect(await tree()).toEqual(['1 5000', '2 5100', '3 5110']);
  expect((await call('POST', PATH, { code: '5110', name: 'Again' })).json).toMatchObject({ code: 'conflict' });

  const round = await call('PATCH', `${PATH}/${costs.json.id}`, { parentId: '5110' });
  expect(round).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'parentId'] }] } });
  expect((await call('PATCH', `${PATH}/${freight.json.id}`, { parentId: null })).json).toMatchObject({ level: 1 });
  expect(await tree()).toEqual(['1 5000', '1 5100', '2 5110']);

  const refused = await call('DELETE', `${PATH}/${freight.json.id}`);
  const detail = 'Management account is in use by management account 5110';
  expect(refused).toMatchObject({ status: 409, json: { code: 'in_use', detail } });
  for (const { json } of [sea, freight, costs]) expect((await call('DELETE', `${PATH}/${json.id}`)).status).toBe(200);
  expect(await tree()).toEqual([]);
});

test('what becomes of an account is told', async () => {
  const { json } = await call('POST', PATH, { code: '6000', name: 'Overheads' });
  const response = await system.call(token, 'POST', `${PATH}/${json.id}/deactivate`);
  expect(await response.json()).toMatchObject({ status: 'inactive', isActive: false });
  expect(response.headers.get('x-event-id')).toMatch(/^evt_/);
  const log = await eventually(async () => {
    const { data } = (await call('GET', `/api/v1/audit-log?record=${json.id}`)).json;
    return (data as Json[]).length === 2 && (data as Json[]);
  }, 5_000);
  expect(log.map(({ action }) => action).sort()).toEqual([
    'management_account.created',
    'management_account.deactivated',
  ]);
});

test('a chart that is exported is imported elsewhere as it was', async () => {
  const org = String((await call('POST', '/api/v1/orgs', { name: 'Second house' })).json.id);
  const lines = Array.from({ length: 300 }, (_, n) => `${n},"Konto ""${n}""",${n < 5 ? '' : Math.floor(n / 5) - 1},`);
  // From the bottom up: each line comes before its parent's.
  expect(await importCsv(['code,name,parentId,type', ...lines.reverse()].join('\n'))).toEqual({ created: 300 });
  const own = (await tree()).filter((line) => !line.endsWith(' 6000'));
  expect(own).toHaveLength(300);
  const exported = await (
    await system.fetch(`${PATH}?format=csv&sort=-name&search=konto`, { headers: headersOf() })
  ).text();
  expect(await importCsv(exported, org)).toEqual({ created: 300 });
  expect(await tree(org)).toEqual(own);
});

test('a file of which one line is wrong imports nothing', async () => {
  const before = await tree();
  const answer = await importCsv('code,name,parentId\nA,First,B\nB,Second,A\nC,Third,nobody\n');
  expect(answer).toMatchObject({
    detail: [
      { loc: ['body', '2', 'parentId'] },
      { loc: ['body', '3', 'parentId'] },
      { loc: ['body', '4', 'parentId'] },
    ],
  });
  expect(await tree()).toEqual(before);
});
