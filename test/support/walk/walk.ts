import { randomUUID } from 'node:crypto';
import type { OpenApi } from '../../../gateway/openapi/openapi.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import { mailedToken } from '../system/mail.ts';
import type { Tenant } from '../system/tenant.ts';
import { type Answer, runAsShown, type Sample, samplesOf, type Target, targetsOf, withValues } from './calls.ts';
import { type Made, type Makers, makersOf, type Values, type Workshop } from './records.ts';

/** A request of the walk, and its answer. */
export interface Call {
  target: Target;
  /** The route in the words of the access table: `POST /api/v1/clients`. */
  route: string;
  /** `admin` for the request that the reference shows. */
  caller: string;
  url: string;
  /** The values of the names in braces, such as `{client_id}`. */
  values: Values;
  requestId: string;
  answer: Answer;
}

/** A running system, the records in it, and the calls of all its operations. */
export interface Walk {
  system: Tenant;
  document: OpenApi;
  targets: Target[];
  token: string;
  make: Workshop['make'];
  makers: Makers;
  /** Ids that exist without a record of the walk: those of the org and of the admin. */
  own: Values;
  /** The same, and records that no call changes. */
  values: Values;
  calls: Call[];
  /** Takes all events of the org since then. */
  receiver: Receiver;
  subscribedAt: string;
}

/** Most of a call is waiting: for the processes that make its records, and for curl. */
const AT_ONCE = 4;
const ALL_RECORDS = [
  ...['client', 'supplier', 'material', 'style', 'bom', 'sales_order', 'delivery_note', 'invoice', 'purchase_order'],
  ...['bank_statement', 'management_account', 'user', 'webhook', 'delivery', 'api_key'],
];

export async function openWalk(system: Tenant): Promise<Walk> {
  const document = (await (await system.fetch('/openapi.json')).json()) as OpenApi;
  const token = await system.login();
  const { orgId } = system;
  const make = async (path: string, body?: object, method = 'POST') => {
    const response = await system.call(token, method, `/api/v1/${path}`, body);
    const record = (await response.json()) as Made;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(record)}`);
    return record;
  };
  const makers = makersOf({
    ...{ make, orgId },
    login: (user) => system.login(user),
    mailedToken: (email, page) => mailedToken(system, email, page),
  });
  const receiver = await startReceiver();
  await make('webhooks', { url: receiver.url, events: ['*'] });
  const subscribedAt = new Date().toISOString();
  const a_day_ago = new Date(Date.now() - 24 * 3600_000).toISOString();
  const own = { ...system.admin, token, org_id: orgId, a_day_ago };
  const values = await makers.valuesFor(ALL_RECORDS.map((name) => `{${name}_id}`).join(), own);
  const targets = targetsOf(document);
  return { system, document, targets, token, make, makers, own, values, calls: [], receiver, subscribedAt };
}

/** Examples that the reference does not have: the first import of a line that no bank statement has. */
const MORE_EXAMPLES: Record<string, unknown[]> = {
  importBankStatements: ['transactionDate,credit\n2026-02-09,40\n'],
};

/** Calls every operation as the reference shows it, with each of its examples. */
export async function callAll(walk: Walk): Promise<void> {
  const samples = walk.targets.flatMap((target) => {
    const shown = samplesOf(target, walk.document);
    const more = MORE_EXAMPLES[target.operation.operationId] ?? [];
    return [...shown, ...more.flatMap((body) => (shown[0] ? [{ ...shown[0], body }] : []))];
  });
  const waiting = samples.values();
  const work = async () => {
    for (const sample of waiting) await callAsShown(walk, sample);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function callAsShown(walk: Walk, sample: Sample): Promise<void> {
  const { system, document, calls } = walk;
  const { target } = sample;
  const requestId = `walk-${randomUUID()}`;
  const values = await valuesOf(walk, sample);
  const answer = await runAsShown(system, document, sample, values, requestId);
  const url = withValues(sample.url, values);
  calls.push({ target, route: routeOf(target), caller: 'admin', url, values, requestId, answer });
}

const routeOf = ({ method, path }: Target) => `${method.toUpperCase()} ${path}`;

/** A write has records of its own. */
async function valuesOf({ makers, own, values }: Walk, { target, url, body }: Sample): Promise<Values> {
  const prepared = await makers.prepared[target.operation.operationId]?.();
  if (target.method === 'get') return { ...values, ...prepared };
  return makers.valuesFor(url + JSON.stringify(body), { ...own, ...prepared });
}

/** All records of a list, of the org and of the orgs that were made on the way. */
export async function pagesOf<Item>(walk: Walk, path: string): Promise<Item[]> {
  const { system, token, calls } = walk;
  const founded = calls.filter(({ target }) => target.operation.operationId === 'createOrg');
  const orgIds = [walk.own.org_id, ...founded.map(({ answer }) => (JSON.parse(answer.text) as { id: string }).id)];
  const found: Item[] = [];
  for (const orgId of orgIds) {
    const headers = { authorization: `Bearer ${token}`, 'x-org-id': String(orgId) };
    for (let page = 1, more = true; more; page++) {
      const answer = await system.fetch(`/api/v1/${path}?limit=100&page=${page}`, { headers });
      const { data, pagination } = (await answer.json()) as { data: Item[]; pagination: { hasNext: boolean } };
      found.push(...data);
      more = pagination.hasNext;
    }
  }
  return found;
}
