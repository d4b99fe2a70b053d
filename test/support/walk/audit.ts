import { isDeepStrictEqual } from 'node:util';
import { resources } from '#proto/common/v1/resources.contract.ts';
import type { AuditEntry } from '#proto/identity/v1/contract.ts';
import type { Target } from './calls.ts';
import { type Call, pagesOf, type Walk } from './walk.ts';

/** A login that succeeds changes nothing of the org's; the caller who asks for a mail is not known. */
const NO_WRITES = ['login', 'requestPasswordReset'];

/** The first word of actions by the path of the records, and the moves, whose events are their last words. */
const NAMES: Record<string, { name: string; moves: Record<string, { event: string }> }> = {
  ...Object.fromEntries(resources.flatMap((one) => ('path' in one ? [[one.path, one]] : []))),
  bom: {
    name: 'bom',
    moves: { submit: { event: 'submitted' }, approve: { event: 'approved' }, reject: { event: 'rejected' } },
  },
  'bank-statements': { name: 'bank_statement', moves: {} },
  webhooks: { name: 'webhook', moves: {} },
  users: { name: 'user', moves: {} },
  orgs: { name: 'org', moves: {} },
  'api-keys': { name: 'api_key', moves: { rotate: { event: 'rotated' }, revoke: { event: 'revoked' } } },
};

/** Actions of the other operations. */
const ACTIONS: Record<string, string> = {
  logout: 'session.ended',
  updateMe: 'user.updated',
  changePassword: 'user.password_changed',
  resetPassword: 'user.password_reset',
  acceptInvitation: 'user.invitation_accepted',
  setStyleSkuKit: 'style.updated',
  createBomVersion: 'bom.version_created',
  replaceBomLineItems: 'bom.updated',
  createBomLineItem: 'bom.updated',
  updateBomLineItem: 'bom.updated',
  deleteBomLineItem: 'bom.updated',
  putExchangeRates: 'exchange_rates.updated',
  allocateInvoice: 'invoice.paid',
  createRequiredPurchaseOrders: 'purchase_order.created',
  removeInvoicePayment: 'invoice.payment_removed',
  matchBankLine: 'bank_statement.line_matched',
  unmatchBankLine: 'bank_statement.line_unmatched',
  ignoreBankLine: 'bank_statement.line_ignored',
  testWebhook: 'webhook.test',
  redeliverWebhookDelivery: 'webhook.redelivered',
  recoverWebhook: 'webhook.recovered',
};

/** The action of a write, in the audit log and as the type of its event. */
export function actionOf({ method, path, operation: { operationId } }: Target): string {
  const known = ACTIONS[operationId];
  if (known) return known;
  const [, name = '', rest = ''] = /^\/api\/v1\/([\w-]+(?:\/direct-cost)?)(.*)$/.exec(path) ?? [];
  const move = NAMES[name]?.moves[rest.split('/').at(-1) ?? ''];
  const verb = { patch: 'updated', delete: 'deleted' }[method] ?? move?.event ?? 'created';
  return `${NAMES[name]?.name}.${verb}`;
}

/** The calls that have written; an import of lines that the bank statements have already writes nothing. */
export const writesOf = ({ calls }: Walk) =>
  calls.filter(
    ({ target: { method, operation }, caller, answer }) =>
      caller === 'admin' &&
      method !== 'get' &&
      !NO_WRITES.includes(operation.operationId) &&
      !(operation.operationId === 'importBankStatements' && JSON.parse(answer.text).statements.length === 0),
  );

/** The audit log has each write once, with who did what to which record (decisions 3: Audit log). */
export async function judgeAudit(walk: Walk): Promise<unknown[]> {
  const writes = writesOf(walk);
  const writing = walk.targets.filter(
    ({ method, operation }) => method !== 'get' && !NO_WRITES.includes(operation.operationId),
  );
  const silent = writing.filter((target) => !writes.some((write) => write.target === target));
  const users = await pagesOf<{ id: string; email: string }>(walk, 'users');
  const entries = await pagesOf<AuditEntry>(walk, 'audit-log');
  const expected = writes.map((write) => ({ route: write.route, entry: expectedOf(write, users) }));
  const isLogged = (entry: object) =>
    entries.filter((one) => isDeepStrictEqual(one, { ...one, ...entry })).length === 1;
  return [
    ...silent.map(({ operation }) => [operation.operationId, 'has written nothing']),
    ...expected.filter(({ entry }) => !isLogged(entry)),
  ];
}

/** The fields of the entry that are known. */
function expectedOf({ target, values, url, requestId, answer }: Call, users: { id: string; email: string }[]) {
  const { path } = target;
  const actor = values.member_id ?? users.find(({ email }) => email === (values.invited_email ?? values.email))?.id;
  const [named] = url.slice(path.indexOf('{')).split(/[/?]/);
  const record = () => {
    if (values.member_id ?? values.invited_email) return actor;
    if (path.includes('{')) return named;
    if (path.endsWith('exchange-rates')) return values.org_id;
    const made = JSON.parse(answer.text) as { id?: string; purchaseOrders?: { id: string }[] };
    return made.purchaseOrders?.at(-1)?.id ?? made.id;
  };
  const action = actionOf(target);
  const eventId = action === 'webhook.redelivered' ? undefined : answer.headers['x-event-id'];
  return {
    ...{ action, request_id: requestId, actor: `user:${actor}`, address: '127.0.0.1' },
    record_type: action === 'session.ended' ? 'user' : action.split('.')[0],
    // An import does not name the records that it makes.
    ...(path.endsWith('/import') ? {} : { record_id: record() }),
    ...(eventId && { id: eventId }),
  };
}
