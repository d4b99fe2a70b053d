import type { Role } from '#chassis/rpc/context.ts';

/** The callers of a route: everybody, or users from a role on, and API keys with a scope, any key, or none. */
export type Rule = 'public' | readonly [Role, `${string}:${string}` | 'any key' | 'no key'];

const ARCHIVABLE = { 'POST /import': 'create', ...moves('archive', 'restore') };

/**
 * decisions 3: Roles, Scopes. Written down once more, and not read from the routes or from their document: a route that
 * is opened by mistake, or one that nobody has thought about here, fails test/e2e/walk.test.ts.
 */
export const rules: Record<string, Rule> = {
  'POST /auth/login': 'public',
  'GET /auth/test/client': ['client', 'any key'],
  'GET /auth/test/staff': ['staff', 'any key'],
  'GET /auth/test/admin': ['admin', 'no key'],
  'GET /api/v1/auth/me': ['client', 'any key'],
  'PATCH /api/v1/auth/me': ['client', 'no key'],
  'GET /api/v1/auth/can': ['client', 'any key'],
  'POST /api/v1/auth/change-password': ['client', 'no key'],
  'POST /api/v1/auth/reset-password-request': 'public',
  'POST /api/v1/auth/reset-password': 'public',
  'POST /api/v1/auth/accept-invitation': 'public',
  'GET /accept-invitation': 'public',
  'GET /reset-password': 'public',

  'GET /api/v1/users': ['admin', 'no key'],
  'GET /api/v1/users/export': ['admin', 'no key'],
  'POST /api/v1/users': ['admin', 'no key'],
  'GET /api/v1/users/{id}': ['admin', 'no key'],
  'PATCH /api/v1/users/{id}': ['admin', 'no key'],
  'DELETE /api/v1/users/{id}': ['admin', 'no key'],
  'GET /api/v1/members': ['staff', 'no key'],
  'GET /api/v1/members/export': ['staff', 'no key'],
  'GET /api/v1/orgs': ['admin', 'no key'],
  'GET /api/v1/orgs/export': ['admin', 'no key'],
  'POST /api/v1/orgs': ['admin', 'no key'],
  'GET /api/v1/orgs/{id}': ['admin', 'no key'],
  'PATCH /api/v1/orgs/{id}': ['admin', 'no key'],
  'GET /api/v1/api-keys': ['admin', 'no key'],
  'POST /api/v1/api-keys': ['admin', 'no key'],
  'GET /api/v1/api-keys/{id}': ['admin', 'no key'],
  'POST /api/v1/api-keys/{id}/revoke': ['admin', 'no key'],
  'POST /api/v1/api-keys/{id}/rotate': ['admin', 'no key'],
  'GET /api/v1/audit-log': ['admin', 'no key'],
  'GET /api/v1/audit-log/export': ['admin', 'no key'],

  ...recordsOf('clients', 'client', ARCHIVABLE),
  ...recordsOf('suppliers', 'staff', ARCHIVABLE),
  ...recordsOf('materials', 'staff', ARCHIVABLE),
  ...recordsOf('styles', 'client', {
    ...ARCHIVABLE,
    'PUT /{id}/skus/{skuId}/kit': 'update',
    'GET /{id}/skus/{skuId}/qr.svg': 'read',
    'GET /{id}/skus/{skuId}/qr.png': 'read',
  }),
  ...recordsOf('bom', 'staff', {
    'POST /{id}/submit': 'submit',
    'POST /{id}/approve': 'approve',
    'POST /{id}/reject': 'approve',
    'GET /{id}/usage': 'read',
    'GET /{id}/versions': 'read',
    'GET /{id}/versions/export': 'read',
    'POST /{id}/versions': 'update',
    'GET /{id}/versions/{version_a}/compare/{version_b}': 'read',
    'GET /{id}/versions/{version}': 'read',
    'GET /{id}/versions/{version}/cost': 'read',
    'GET /{id}/versions/{version}/line-items': 'read',
    'GET /{id}/versions/{version}/line-items/export': 'read',
    'PUT /{id}/versions/{version}/line-items': 'update',
    'POST /{id}/versions/{version}/line-items': 'update',
    'GET /{id}/versions/{version}/line-items/{line_item_id}': 'read',
    'PATCH /{id}/versions/{version}/line-items/{line_item_id}': 'update',
    'DELETE /{id}/versions/{version}/line-items/{line_item_id}': 'update',
  }),
  'GET /api/v1/exchange-rates': ['staff', 'read:exchange_rates'],
  'PUT /api/v1/exchange-rates': ['staff', 'update:exchange_rates'],
  ...recordsOf('orders', 'client', {
    'GET /{id}/versions/{version}': 'read',
    ...moves('confirm', 'start', 'ship', 'complete', 'cancel'),
  }),
  ...recordsOf('delivery-notes', 'client', { 'GET /{id}.pdf': 'read', ...moves('ready', 'ship', 'deliver', 'cancel') }),
  ...recordsOf('invoices', 'client', {
    'GET /{id}.pdf': 'read',
    'GET /{id}/payments': 'read',
    'GET /{id}/payments/export': 'read',
    'DELETE /{id}/payments/{payment_id}': 'delete',
    ...moves('issue', 'pay', 'allocate', 'cancel'),
  }),
  ...recordsOf('purchase-orders/direct-cost', 'staff', {
    'GET /{id}.pdf': 'read',
    'GET /{id}/versions/{version}': 'read',
    'POST /{id}/approve': 'approve',
    ...moves('issue', 'receive', 'close', 'cancel'),
  }),
  ...recordsOf('bank-accounts', 'staff', moves('archive', 'restore')),
  ...recordsOf('bank-statements', 'staff', {
    'POST /import': 'create',
    'GET /{id}/lines': 'read',
    'GET /{id}/lines/export': 'read',
    'POST /{bank_statement_id}/lines/{line_id}/match': 'write',
    'POST /{bank_statement_id}/lines/{line_id}/unmatch': 'write',
    'POST /{bank_statement_id}/lines/{line_id}/ignore': 'write',
  }),
  ...recordsOf('management-accounts', 'staff', {
    'GET /tree': 'read',
    'POST /import': 'create',
    ...moves('deactivate', 'activate'),
  }),

  ...reports(
    'order-book',
    'to-invoice',
    'open-purchases',
    'receivables',
    'payables',
    'tax',
    'margin',
    'client-statement',
  ),
  'GET /api/v1/reports/client-statement.pdf': ['staff', 'read:reports'],
  'GET /api/v1/material-requirements': ['staff', 'read:purchase_orders'],
  'GET /api/v1/material-requirements/export': ['staff', 'read:purchase_orders'],
  'POST /api/v1/material-requirements/purchase-orders': ['staff', 'create:purchase_orders'],

  'GET /api/v1/home': ['staff', 'any key'],
  'GET /api/v1/bank-lines': ['staff', 'read:bank_statements'],
  'GET /api/v1/bank-lines/export': ['staff', 'read:bank_statements'],

  'GET /api/v1/webhooks': ['admin', 'read:webhooks'],
  'GET /api/v1/webhooks/export': ['admin', 'read:webhooks'],
  'POST /api/v1/webhooks': ['admin', 'create:webhooks'],
  'GET /api/v1/webhooks/{id}': ['admin', 'read:webhooks'],
  'PATCH /api/v1/webhooks/{id}': ['admin', 'update:webhooks'],
  'DELETE /api/v1/webhooks/{id}': ['admin', 'delete:webhooks'],
  'POST /api/v1/webhooks/{id}/test': ['admin', 'write:webhooks'],
  'GET /api/v1/webhooks/{id}/deliveries': ['admin', 'read:webhooks'],
  'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver': ['admin', 'write:webhooks'],
  'POST /api/v1/webhooks/{id}/recover': ['admin', 'write:webhooks'],
  'GET /api/v1/events': ['admin', 'read:events'],
  'GET /api/v1/events/export': ['admin', 'read:events'],
  'GET /api/v1/events/{id}': ['admin', 'read:events'],
  'GET /api/v1/event-types': ['admin', 'read:webhooks'],

  // Last, since it ends the session that it is called with.
  'POST /auth/logout': ['client', 'no key'],
  'GET /.well-known/jwks.json': 'public',
  'GET /.well-known/webhook-keys/{org_id}.json': 'public',
  'GET /api/v1/meta': 'public',
  'GET /openapi.json': 'public',
  'GET /docs': 'public',
  'GET /docs/operations/{operation}': 'public',
  'GET /docs/guides/{guide}': 'public',
  'GET /docs/search.json': 'public',
  'GET /docs/webhooks.md': 'public',
};

/** The routes of records that staff keeps, and that users from `reader` on may read. `more`: actions of further routes. */
function recordsOf(path: string, reader: Role, more: Record<string, string>): Record<string, Rule> {
  const resource = path.replace('/direct-cost', '').replaceAll('-', '_');
  const actions = {
    ...{ 'GET ': 'read', 'GET /export': 'read', 'POST ': 'create' },
    ...{ 'GET /{id}': 'read', 'PATCH /{id}': 'update', 'DELETE /{id}': 'delete' },
    ...more,
  };
  const rules = Object.entries(actions).map(([route, action]): [string, Rule] => {
    const named = path === 'bom' ? route.replace('{id}', '{bom_id}') : route;
    return [named.replace(' ', ` /api/v1/${path}`), [action === 'read' ? reader : 'staff', `${action}:${resource}`]];
  });
  return Object.fromEntries(rules);
}

/** The routes of reports. */
function reports(...names: string[]): Record<string, Rule> {
  const routes = names.flatMap((name) => [`GET /api/v1/reports/${name}`, `GET /api/v1/reports/${name}/export`]);
  return Object.fromEntries(routes.map((route): [string, Rule] => [route, ['staff', 'read:reports']]));
}

function moves(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`POST /{id}/${name}`, 'write']));
}

const scopes = Object.values(rules).flatMap((rule) =>
  rule !== 'public' && rule[1].includes(':') ? [rule[1].split(':')] : [],
);
const actions = [...new Set(scopes.map(([action]) => action))];
const resources = [...new Set(scopes.map(([, resource]) => resource))];
const widerThan: Record<string, string[]> = {
  create: ['write'],
  update: ['write'],
};

/** All scopes without a wildcard that are not enough for `needed`. */
export function allBut(needed: string): string[] {
  const [action = '', resource] = needed.split(':');
  const enough = [action, ...(widerThan[action] ?? [])].map((one) => `${one}:${resource}`);
  return resources.flatMap((name) => actions.map((one) => `${one}:${name}`)).filter((scope) => !enough.includes(scope));
}
