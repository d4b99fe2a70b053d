import type { Role } from '#chassis/rpc/context.ts';

/** The callers of a route: everybody, or users from a role on, and API keys with a scope, any key, or none. */
export type Rule = 'public' | readonly [Role, `${string}:${string}` | 'any key' | 'no key'];

const VERSION = '/api/v1/bom/{bom_id}/versions/{version}';
const bom: Record<string, Rule> = {
  'GET /api/v1/bom': ['staff', 'read:bom'],
  'GET /api/v1/bom/export': ['staff', 'read:bom'],
  'POST /api/v1/bom': ['staff', 'create:bom'],
  'GET /api/v1/bom/{bom_id}': ['staff', 'read:bom'],
  'PATCH /api/v1/bom/{bom_id}': ['staff', 'update:bom'],
  'DELETE /api/v1/bom/{bom_id}': ['staff', 'delete:bom'],
  'POST /api/v1/bom/{bom_id}/submit': ['staff', 'submit:bom'],
  'POST /api/v1/bom/{bom_id}/approve': ['staff', 'approve:bom'],
  'POST /api/v1/bom/{bom_id}/reject': ['staff', 'approve:bom'],
  'GET /api/v1/bom/{bom_id}/usage': ['staff', 'read:bom'],
  'GET /api/v1/bom/{bom_id}/versions': ['staff', 'read:bom'],
  'GET /api/v1/bom/{bom_id}/versions/export': ['staff', 'read:bom'],
  'POST /api/v1/bom/{bom_id}/versions': ['staff', 'update:bom'],
  'GET /api/v1/bom/{bom_id}/versions/{version_a}/compare/{version_b}': ['staff', 'read:bom'],
  [`GET ${VERSION}`]: ['staff', 'read:bom'],
  [`GET ${VERSION}/cost`]: ['staff', 'read:bom'],
  [`GET ${VERSION}/line-items`]: ['staff', 'read:bom'],
  [`GET ${VERSION}/line-items/export`]: ['staff', 'read:bom'],
  [`PUT ${VERSION}/line-items`]: ['staff', 'update:bom'],
  [`POST ${VERSION}/line-items`]: ['staff', 'update:bom'],
  [`GET ${VERSION}/line-items/{line_item_id}`]: ['staff', 'read:bom'],
  [`PATCH ${VERSION}/line-items/{line_item_id}`]: ['staff', 'update:bom'],
  [`DELETE ${VERSION}/line-items/{line_item_id}`]: ['staff', 'update:bom'],
};

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

  ...archivable('clients', 'client'),
  ...archivable('suppliers', 'staff'),
  ...archivable('materials', 'staff'),
  ...archivable('styles', 'client'),
  'PUT /api/v1/styles/{id}/skus/{skuId}/kit': ['staff', 'update:styles'],
  'GET /api/v1/styles/{id}/skus/{skuId}/qr.svg': ['client', 'read:styles'],
  'GET /api/v1/styles/{id}/skus/{skuId}/qr.png': ['client', 'read:styles'],

  ...bom,
  'GET /api/v1/exchange-rates': ['staff', 'read:exchange_rates'],
  'PUT /api/v1/exchange-rates': ['staff', 'update:exchange_rates'],

  ...orders(),
  ...deliveryNotes(),
  ...invoices(),
  ...purchaseOrders(),
  ...bankStatements(),
  ...accounts(),

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
  'GET /docs/webhooks.md': 'public',
};

/** The routes of a record that staff keeps, and that users from `reader` on may read. */
function archivable(resource: string, reader: Role): Record<string, Rule> {
  const path = `/api/v1/${resource}`;
  return {
    [`GET ${path}`]: [reader, `read:${resource}`],
    [`GET ${path}/export`]: [reader, `read:${resource}`],
    [`POST ${path}`]: ['staff', `create:${resource}`],
    [`POST ${path}/import`]: ['staff', `create:${resource}`],
    [`GET ${path}/{id}`]: [reader, `read:${resource}`],
    [`PATCH ${path}/{id}`]: ['staff', `update:${resource}`],
    [`DELETE ${path}/{id}`]: ['staff', `delete:${resource}`],
    [`POST ${path}/{id}/archive`]: ['staff', `write:${resource}`],
    [`POST ${path}/{id}/restore`]: ['staff', `write:${resource}`],
  };
}

function orders(): Record<string, Rule> {
  const path = '/api/v1/orders';
  const moves = ['confirm', 'start', 'ship', 'complete', 'cancel'];
  return {
    [`GET ${path}`]: ['client', 'read:orders'],
    [`GET ${path}/export`]: ['client', 'read:orders'],
    [`POST ${path}`]: ['staff', 'create:orders'],
    [`GET ${path}/{id}`]: ['client', 'read:orders'],
    [`GET ${path}/{id}/versions/{version}`]: ['client', 'read:orders'],
    [`PATCH ${path}/{id}`]: ['staff', 'update:orders'],
    [`DELETE ${path}/{id}`]: ['staff', 'delete:orders'],
    ...Object.fromEntries(moves.map((move) => [`POST ${path}/{id}/${move}`, ['staff', 'write:orders']])),
  };
}

function deliveryNotes(): Record<string, Rule> {
  const path = '/api/v1/delivery-notes';
  const moves = ['ready', 'ship', 'deliver', 'cancel'];
  return {
    [`GET ${path}`]: ['client', 'read:delivery_notes'],
    [`GET ${path}/export`]: ['client', 'read:delivery_notes'],
    [`POST ${path}`]: ['staff', 'create:delivery_notes'],
    [`GET ${path}/{id}`]: ['client', 'read:delivery_notes'],
    [`GET ${path}/{id}.pdf`]: ['client', 'read:delivery_notes'],
    [`PATCH ${path}/{id}`]: ['staff', 'update:delivery_notes'],
    [`DELETE ${path}/{id}`]: ['staff', 'delete:delivery_notes'],
    ...Object.fromEntries(moves.map((move) => [`POST ${path}/{id}/${move}`, ['staff', 'write:delivery_notes']])),
  };
}

function invoices(): Record<string, Rule> {
  const path = '/api/v1/invoices';
  const moves = ['issue', 'pay', 'cancel'];
  return {
    [`GET ${path}`]: ['client', 'read:invoices'],
    [`GET ${path}/export`]: ['client', 'read:invoices'],
    [`POST ${path}`]: ['staff', 'create:invoices'],
    [`GET ${path}/{id}`]: ['client', 'read:invoices'],
    [`GET ${path}/{id}.pdf`]: ['client', 'read:invoices'],
    [`GET ${path}/{id}/payments`]: ['client', 'read:invoices'],
    [`GET ${path}/{id}/payments/export`]: ['client', 'read:invoices'],
    [`PATCH ${path}/{id}`]: ['staff', 'update:invoices'],
    [`DELETE ${path}/{id}`]: ['staff', 'delete:invoices'],
    [`DELETE ${path}/{id}/payments/{payment_id}`]: ['staff', 'delete:invoices'],
    ...Object.fromEntries(moves.map((move) => [`POST ${path}/{id}/${move}`, ['staff', 'write:invoices']])),
  };
}

function purchaseOrders(): Record<string, Rule> {
  const path = '/api/v1/purchase-orders/direct-cost';
  const moves = ['issue', 'receive', 'close', 'cancel'];
  return {
    [`GET ${path}`]: ['staff', 'read:purchase_orders'],
    [`GET ${path}/export`]: ['staff', 'read:purchase_orders'],
    [`POST ${path}`]: ['staff', 'create:purchase_orders'],
    [`GET ${path}/{id}`]: ['staff', 'read:purchase_orders'],
    [`GET ${path}/{id}.pdf`]: ['staff', 'read:purchase_orders'],
    [`GET ${path}/{id}/versions/{version}`]: ['staff', 'read:purchase_orders'],
    [`PATCH ${path}/{id}`]: ['staff', 'update:purchase_orders'],
    [`DELETE ${path}/{id}`]: ['staff', 'delete:purchase_orders'],
    [`POST ${path}/{id}/approve`]: ['staff', 'approve:purchase_orders'],
    ...Object.fromEntries(moves.map((move) => [`POST ${path}/{id}/${move}`, ['staff', 'write:purchase_orders']])),
  };
}

function bankStatements(): Record<string, Rule> {
  const path = '/api/v1/bank-statements';
  const moves = ['match', 'unmatch', 'ignore'].map(
    (move) => `POST ${path}/{bank_statement_id}/lines/{line_id}/${move}`,
  );
  return {
    [`GET ${path}`]: ['staff', 'read:bank_statements'],
    [`GET ${path}/export`]: ['staff', 'read:bank_statements'],
    [`POST ${path}`]: ['staff', 'create:bank_statements'],
    [`POST ${path}/import`]: ['staff', 'create:bank_statements'],
    [`GET ${path}/{id}`]: ['staff', 'read:bank_statements'],
    [`GET ${path}/{id}/lines`]: ['staff', 'read:bank_statements'],
    [`GET ${path}/{id}/lines/export`]: ['staff', 'read:bank_statements'],
    [`PATCH ${path}/{id}`]: ['staff', 'update:bank_statements'],
    [`DELETE ${path}/{id}`]: ['staff', 'delete:bank_statements'],
    ...Object.fromEntries(moves.map((move) => [move, ['staff', 'write:bank_statements']])),
  };
}

function accounts(): Record<string, Rule> {
  const path = '/api/v1/management-accounts';
  return {
    [`GET ${path}`]: ['staff', 'read:management_accounts'],
    [`GET ${path}/export`]: ['staff', 'read:management_accounts'],
    [`GET ${path}/tree`]: ['staff', 'read:management_accounts'],
    [`POST ${path}`]: ['staff', 'create:management_accounts'],
    [`POST ${path}/import`]: ['staff', 'create:management_accounts'],
    [`GET ${path}/{id}`]: ['staff', 'read:management_accounts'],
    [`PATCH ${path}/{id}`]: ['staff', 'update:management_accounts'],
    [`DELETE ${path}/{id}`]: ['staff', 'delete:management_accounts'],
    [`POST ${path}/{id}/deactivate`]: ['staff', 'write:management_accounts'],
    [`POST ${path}/{id}/activate`]: ['staff', 'write:management_accounts'],
  };
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
