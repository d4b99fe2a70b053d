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
const path = { bom_id, version: '1' };

const { data: written } = await api.PUT('/api/v1/bom/{bom_id}/versions/{version}/line-items', {
  params: { path },
  body: { lineItems: [{ category: 'Fabric', description: 'Shell', unit: 'm', grossConsumption: 1.92 }] },
});
await api.PATCH('/api/v1/bom/{bom_id}/versions/{version}/line-items/{line_item_id}', {
  params: { path: { ...path, line_item_id: written?.lineItems[0]?.id ?? '' } },
  body: { grossConsumption: 2 },
});
const { data: submitted } = await api.POST('/api/v1/bom/{bom_id}/submit', { params: { path } });
// The type of `list` is the page. Other media types of the operation do not change it.
const { data: list } = await api.GET('/api/v1/bom', {
  params: { query: { sort: '-created_at', status: 'submitted', styleId: style?.id ?? '' } },
});
const { error: missing } = await api.GET('/api/v1/clients/{id}', { params: { path: { id: 'none' } } });

console.log(
  JSON.stringify({
    lines: written?.lineItemCount,
    status: submitted?.status,
    consumption: submitted?.versions[0]?.lineItems?.[0]?.grossConsumption,
    listed: list?.data.map(({ id }) => id === bom_id),
    missing: missing?.code,
  }),
);
