import { randomUUID } from 'node:crypto';
import type { OpenApi } from '../../../gateway/openapi/openapi.ts';
import { rules } from '../access/table.ts';
import { type Receiver, startReceiver } from '../receiver.ts';
import type { RunningSmtpServer } from '../smtp-server.ts';
import { type Callers, callersFor, makeCallers } from './callers.ts';
import {
  type Answer,
  bodyText,
  inLanes,
  runAsShown,
  type Sample,
  samplesOf,
  send,
  type Target,
  targetsOf,
  withValues,
} from './calls.ts';
import { ALL_IDS, type Made, type Makers, makersOf, type Values, type Workshop } from './records.ts';
import { tokenMailedBy, type Walked, type WalkedSystem } from './walked-system.ts';

/** A request of the walk, and its answer. */
export interface Call {
  target: Target;
  /** The route in the words of the access table: `POST /api/v1/clients`. */
  route: string;
  /** `admin` for the request that the reference shows. */
  caller: string;
  url: string;
  body?: string | undefined;
  /** The values of the names in braces, such as `{client_id}`. */
  values: Values;
  requestId: string;
  answer: Answer;
}

/** A running system, the records in it, and the calls of all its operations. */
export interface Walk {
  system: WalkedSystem;
  mailServer: RunningSmtpServer;
  document: OpenApi;
  targets: Target[];
  token: string;
  make: Workshop['make'];
  makers: Makers;
  callers: Callers;
  /** Ids that exist without a record of the walk: those of the org and of the admin. */
  own: Values;
  /** The same, and records that no call changes. */
  values: Values;
  calls: Call[];
  /** Operations that could not be called, and why. */
  failures: unknown[];
  /** Takes all events of the org since then. */
  receiver: Receiver;
  subscribedAt: string;
  /** Number of exchanges before the drawn requests. A drawn text is not a secret, although its field is one of secrets. */
  drawnFrom?: number;
}

/** Names no record. */
const NO_ID = '0123456789abcdef01234567';

export async function openWalk({ system, mailServer }: Walked): Promise<Walk> {
  const document = (await (await system.fetch('/openapi.json')).json()) as OpenApi;
  const token = await system.login();
  const { org_id: orgId } = await system.json<{ org_id: string }>(token, 'GET', '/api/v1/auth/me');
  const make = (path: string, body?: object, method = 'POST', org = orgId) =>
    system.json<Made>(token, method, `/api/v1/${path}`, body, { 'x-org-id': org });
  const workshop: Workshop = {
    ...{ make, orgId },
    login: (user) => system.login(user),
    mailedToken: (email, page) => tokenMailedBy(mailServer, email, page),
  };
  const makers = makersOf(workshop);
  const receiver = await startReceiver();
  await make('webhooks', { url: receiver.url, events: ['*'], secret: 'what the receiver knows-Kq7~vZ' });
  const subscribedAt = new Date().toISOString();
  const a_day_ago = new Date(Date.now() - 24 * 3600_000).toISOString();
  const own = { ...system.admin, token, org_id: orgId, a_day_ago };
  const values = await makers.valuesFor(ALL_IDS.map((name) => `{${name}}`).join(), own);
  return {
    ...{
      system,
      mailServer,
      document,
      targets: targetsOf(document),
      token,
      make,
      makers,
      own,
      values,
      receiver,
      subscribedAt,
    },
    callers: await makeCallers(system, workshop),
    ...{ calls: [], failures: [] },
  };
}

/** Examples that the reference does not have. No other bank statement has the line of this import. */
const MORE_EXAMPLES: Record<string, unknown[]> = {
  importBankStatements: ['transactionDate,credit\n2026-02-09,40\n'],
  updateWebhook: [{ secret: 'generate' }],
};

/** Calls every operation: first as callers without rights would, then as the reference shows it, with each of its examples. */
export async function callAll(walk: Walk): Promise<void> {
  const call = (target: Target) =>
    callOne(walk, target).catch((error) => walk.failures.push([routeOf(target), String(error)]));
  await inLanes(
    walk.targets.filter((target) => !endsSession(target)),
    call,
  );
  // Last, since it ends the sessions of its callers.
  await inLanes(walk.targets.filter(endsSession), call);
}

const endsSession = ({ operation }: Target) => operation.operationId === 'logout';

async function callOne(walk: Walk, target: Target): Promise<void> {
  await callWithoutRights(walk, target);
  const shown = samplesOf(target, walk.document);
  const more = MORE_EXAMPLES[target.operation.operationId] ?? [];
  for (const sample of [...shown, ...more.flatMap((body) => (shown[0] ? [{ ...shown[0], body }] : []))])
    await callAsShown(walk, sample);
}

/** Empty requests for records that there are not. */
async function callWithoutRights({ system, callers, calls }: Walk, target: Target): Promise<void> {
  const rule = rules[routeOf(target)];
  const url = target.path.replace(/\{\w+\}/g, NO_ID);
  const { method } = target;
  for (const [caller, headers] of Object.entries(rule ? callersFor(rule, callers) : {})) {
    const answer = await send(system, { method, url, headers });
    calls.push({ target, route: routeOf(target), caller, url, values: {}, requestId: '', answer });
  }
}

/** The very request is sent by an admin of another org before. */
async function callAsShown(walk: Walk, sample: Sample): Promise<void> {
  const { system, document, callers, calls, own } = walk;
  const { target, mediaType } = sample;
  const { method, operation } = target;
  const values = await valuesOf(walk, sample);
  const [url, body] = [withValues(sample.url, values), withValues(bodyText(sample), values)];
  const call = { target, route: routeOf(target), url, body, values };
  const named = { ...callers.stranger, 'x-org-id': String(own.org_id) };
  for (const [caller, credentials] of Object.entries({ 'stranger in the org': named, stranger: callers.stranger })) {
    if (operation.security.length === 0) continue;
    const headers = { ...credentials, ...(mediaType && { 'content-type': mediaType }) };
    const answer = await send(system, { method, url, headers, ...(mediaType && { body }) });
    calls.push({ ...call, caller, requestId: '', answer });
  }
  const requestId = `walk-${randomUUID()}`;
  const answer = await runAsShown(system, document, sample, values, requestId);
  calls.push({ ...call, caller: 'admin', requestId, answer });
}

const routeOf = ({ method, path }: Target) => `${method.toUpperCase()} ${path}`;

/** A write has records of its own. */
async function valuesOf({ makers, own, values }: Walk, { target, url, body }: Sample): Promise<Values> {
  const prepared = await makers.prepared[target.operation.operationId]?.();
  if (target.method === 'get') return { ...values, ...prepared };
  return makers.valuesFor(url + JSON.stringify(body), { ...own, ...prepared });
}

interface Page<Item> {
  data: Item[];
  pagination: { hasNext: boolean };
}

/** All records of a list, of the org and of the orgs that were made on the way. */
export async function pagesOf<Item>(walk: Walk, path: string): Promise<Item[]> {
  const { system, token, calls } = walk;
  const founded = calls.filter(({ route, caller }) => route === 'POST /api/v1/orgs' && caller === 'admin');
  const orgIds = [walk.own.org_id, ...founded.map(({ answer }) => (JSON.parse(answer.text) as { id: string }).id)];
  const found: Item[] = [];
  for (const orgId of orgIds) {
    for (let page = 1, more = true; more; page++) {
      const url = `/api/v1/${path}?limit=100&page=${page}`;
      const answer = await system.json<Page<Item>>(token, 'GET', url, undefined, { 'x-org-id': String(orgId) });
      const { data, pagination } = answer;
      found.push(...data);
      more = pagination.hasNext;
    }
  }
  return found;
}
