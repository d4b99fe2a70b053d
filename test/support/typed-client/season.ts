import createClient, { type Middleware } from 'openapi-fetch';
// Types that the test of this program generates from the OpenAPI document of a running system.
import type { paths } from './openapi.d.ts';

const [url = '', username = '', password = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl: url });

const { data: login, error: refusal } = await api.POST('/auth/login', {
  body: { username, password },
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
});
if (!login) throw new Error(`login: ${refusal.code}`);

const authorize: Middleware = {
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${login.access_token}`);
    return request;
  },
};
api.use(authorize);

const { data: style } = await api.POST('/api/v1/styles', {
  body: { name: 'Fjord rain jacket', colors: ['Navy'], sizes: ['S', 'M'] },
});
const { data: bom } = await api.POST('/api/v1/bom', { body: { styleId: style?.id ?? '' } });
const bom_id = bom?.id ?? '';
const path = { bom_id };

const { data: written } = await api.PUT('/api/v1/bom/{bom_id}/versions/{version}/line-items', {
  params: { path: { bom_id, version: '1' } },
  body: { lineItems: [{ category: 'Fabric', description: 'Shell', unit: 'm', grossConsumption: 1.92 }] },
});
await api.POST('/api/v1/bom/{bom_id}/submit', { params: { path } });
const { data: approved } = await api.POST('/api/v1/bom/{bom_id}/approve', { params: { path } });
await api.POST('/api/v1/bom/{bom_id}/versions', { params: { path }, body: { changeDescription: 'More cloth' } });
await api.PATCH('/api/v1/bom/{bom_id}/versions/{version}/line-items/{line_item_id}', {
  params: { path: { bom_id, version: '2', line_item_id: await lineOf('2') } },
  body: { grossConsumption: 2 },
});
const { data: comparison } = await api.GET('/api/v1/bom/{bom_id}/versions/{version_a}/compare/{version_b}', {
  params: { path: { bom_id, version_a: '1', version_b: '2' } },
});
// The type of `list` is the page. Other media types of the operation do not change it.
const { data: list } = await api.GET('/api/v1/bom', {
  params: { query: { sort: '-created_at', status: 'draft', styleId: style?.id ?? '' } },
});
const { error: missing } = await api.GET('/api/v1/clients/{id}', { params: { path: { id: 'none' } } });

async function lineOf(version: string): Promise<string> {
  const { data } = await api.GET('/api/v1/bom/{bom_id}/versions/{version}/line-items', {
    params: { path: { bom_id, version } },
  });
  return data?.lineItems[0]?.id ?? '';
}

console.log(
  JSON.stringify({
    lines: written?.lineItemCount,
    status: approved?.status,
    changes: comparison?.lineItemDiffs.map(({ changeType, newValues }) => [changeType, newValues?.grossConsumption]),
    listed: list?.data.map(({ id }) => id === bom_id),
    missing: missing?.code,
  }),
);
