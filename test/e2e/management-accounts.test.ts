import { expect, test } from '@jest/globals';
import { ownOrg } from '../support/system/tenant.ts';

const own = ownOrg();

type Json = Record<string, unknown>;
const PATH = '/api/v1/management-accounts';

const headersOf = (org?: string) => ({ authorization: `Bearer ${own.token}`, ...(org && { 'x-org-id': org }) });

async function importCsv(body: string, org?: string): Promise<Json> {
  const headers = { ...headersOf(org), 'content-type': 'text/csv' };
  return (await own.system.fetch(`${PATH}/import`, { method: 'POST', headers, body })).json() as Promise<Json>;
}

interface Node {
  code: string;
  level: number;
  children: Node[];
}

async function tree(org?: string): Promise<string[]> {
  const response = await own.system.fetch(`${PATH}/tree`, { headers: headersOf(org) });
  const linesOf = (nodes: Node[]): string[] =>
    nodes.flatMap(({ code, level, children }) => [`${level} ${code}`, ...linesOf(children)]);
  return linesOf(((await response.json()) as { data: Node[] }).data);
}

test('a chart that is exported is imported elsewhere as it was', async () => {
  const founding = own.system.json<{ id: string }>(own.token, 'POST', '/api/v1/orgs', { name: 'Second house' });
  const { id: org } = await founding;
  const lines = Array.from({ length: 300 }, (_, n) => `${n},"Konto ""${n}""",${n < 5 ? '' : Math.floor(n / 5) - 1},`);
  // From the bottom up: each line comes before its parent's.
  expect(await importCsv(['code,name,parentId,type', ...lines.reverse()].join('\n'))).toEqual({ created: 300 });
  const chart = await tree();
  expect(chart).toHaveLength(300);
  const path = `${PATH}?format=csv&sort=-name&search=konto`;
  const exported = await (await own.system.fetch(path, { headers: headersOf() })).text();
  expect(await importCsv(exported, org)).toEqual({ created: 300 });
  expect(await tree(org)).toEqual(chart);
});
