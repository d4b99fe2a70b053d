import { randomUUID } from 'node:crypto';
import type { OpenApi } from '../../../gateway/openapi/openapi.ts';
import { mailedToken } from '../system/mail.ts';
import type { Tenant } from '../system/tenant.ts';
import { type Answer, runAsShown, type Sample, samplesOf, type Target, targetsOf, withValues } from './calls.ts';
import { type Made, type Makers, makersOf, type Values } from './records.ts';

/** A request of the walk, and its answer. */
export interface Call {
  target: Target;
  /** As the table of access names it: `POST /api/v1/clients`. */
  route: string;
  /** `admin` for the request that the reference shows. */
  caller: string;
  url: string;
  /** What the names in braces stood for. */
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
  makers: Makers;
  /** What the reader has anyway. */
  own: Values;
  /** The same, and records that no call changes. */
  values: Values;
  calls: Call[];
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
  const a_day_ago = new Date(Date.now() - 24 * 3600_000).toISOString();
  const own = { ...system.admin, token, org_id: orgId, a_day_ago };
  const values = await makers.valuesFor(ALL_RECORDS.map((name) => `{${name}_id}`).join(), own);
  return { system, document, targets: targetsOf(document), token, makers, own, values, calls: [] };
}

/** Calls every operation as the reference shows it, with each of its examples. */
export async function callAll(walk: Walk): Promise<void> {
  const waiting = walk.targets.flatMap((target) => samplesOf(target, walk.document)).values();
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
