import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, hasCode, NeedsTurn, notFound } from '#chassis/domain/errors.ts';
import { refusalOf as accessRefusal, type CallContext, type Principal } from '#chassis/rpc/context.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { SMALL } from '#chassis/rpc/out-of-turn.ts';
import { networkOf } from '#chassis/runtime/network.ts';
import { isTracing, withSpan } from '#chassis/runtime/tracing.ts';
import type { Caller } from '../auth/authenticator.ts';
import type { Gateway } from '../http/gateway.ts';
import { expectedRevisions, expecting, type Headers } from '../http/headers.ts';
import { HttpExchange } from '../http/http-exchange.ts';
import { observer } from '../http/metrics.ts';
import { type BodyHolder, expectedLength, readBody } from '../http/request-body.ts';
import { type BodyKind, isObject, PUBLIC_LIMIT } from '../payload/bodies.ts';
import { readQuery } from '../payload/query.ts';
import { withSentInput } from '../payload/sent-input.ts';
import { validate } from '../payload/validate.ts';
import { type Rate, rateLimited } from '../rate-limits/limits.ts';
import type { Route } from './route.ts';

/**
 * Maximum bytes of memory for one byte of a body. Example: an empty line of a bank statement is three bytes as JSON,
 * and about 300 bytes as an object.
 */
const MEMORY_PER_BYTE = 128;

/** Names of the holders of a limit, for the message of rate_limited. */
const HOLDERS = { user: 'user', key: 'API key', refused: 'address for credentials that were refused' };

/** Message for a user without an org. */
const NO_ORG =
  'the caller has accepted no org yet; accept an invitation by the link that was mailed with it, or name an org of yours in X-Org-Id';
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

type Handler = (
  request: IncomingMessage & { params: Record<string, string> },
  response: ServerResponse,
) => Promise<void>;

/**
 * Handles a request of `route`. Refusals come in the order of decisions 1. The router has already answered 404 and 405.
 * The headers decide 401, 429, 413, 415 and 403. Then the body is read and decides 422. Last, the services decide 404,
 * 412 and 409.
 */
export function compile(route: Route, gateway: Gateway): Handler {
  const observe = observer(gateway.logger, route.method, route.path);

  return async (request, response) => {
    const exchange = new HttpExchange(gateway, request, response, observe);
    try {
      await serve(route, gateway, exchange, request.params);
    } catch (error) {
      exchange.fail(error);
    }
  };
}

async function serve(route: Route, gateway: Gateway, exchange: HttpExchange, params: Record<string, string>) {
  const admitted = await admit(route, gateway, exchange);
  const { length } = admitted;
  const memoryOf = (bytes: number) => Math.max(bytes, Math.min(route.body?.memory ?? 0, bytes * MEMORY_PER_BYTE));
  const held = length > 0 ? await gateway.bodies.reserve(holderOf(exchange, admitted), memoryOf(length)) : undefined;
  // After a timeout the body may never end or fail, so the end of the exchange also frees the memory.
  if (held) exchange.whenOver(held.release);
  try {
    const bytes = await readBody(exchange.request, length, held?.revoked);
    // A body without an announced length may be shorter than its reservation.
    held?.arrived(memoryOf(bytes.length));
    try {
      await inTurn(route, exchange, bytes.length, (outOfTurn) =>
        answer(route, gateway, exchange, params, { ...admitted, outOfTurn }, bytes),
      );
    } catch (error) {
      const isJson = route.body?.mediaType === 'application/json';
      throw withSentInput(error, { url: exchange.request.url, body: isJson ? bytes : undefined });
    }
  } finally {
    held?.release();
  }
}

/**
 * Runs `work` in the queue of the route. `bytes`: size of the body. With `turnsIfLarge`, a small request first runs
 * without a turn. If the service answers NeedsTurn, it runs again in its turn.
 */
async function inTurn(
  { turns, turnsIfLarge }: Route,
  exchange: HttpExchange,
  bytes: number,
  work: (outOfTurn: boolean) => Promise<void>,
): Promise<void> {
  const queue = turns ?? turnsIfLarge;
  if (!queue) return work(false);
  if (!turns && bytes <= SMALL) {
    try {
      return await work(true);
    } catch (error) {
      if (!(error instanceof NeedsTurn)) throw error;
      exchange.takeBack();
    }
  }
  const { deadline, over: signal } = exchange;
  return queue.run(exchange.principal?.orgId ?? '', { deadline, signal }, () => work(false));
}

interface Admitted {
  caller: Caller | undefined;
  principal: Principal | undefined;
  rate: Rate;
  /** Maximum bytes of the body; 0: there is no body. */
  length: number;
  mediaType: string | undefined;
}

/** Checks a request by its headers alone, before its body is read. */
async function admit(route: Route, gateway: Gateway, exchange: HttpExchange): Promise<Admitted> {
  const caller = route.role === 'public' ? undefined : await identify(gateway, exchange);
  const rate = await gateway.countRequest(caller ?? { address: exchange.address });
  exchange.rate = rate;
  if (!rate.allowed) throw rateLimited(rate, caller ? HOLDERS[caller.kind] : 'address');
  const length = route.body ? expectedLength(exchange.request, limitOf(route, route.body)) : 0;
  const isAbsent = route.body?.optional && length === 0;
  const mediaType = route.body && !isAbsent ? acceptedMediaType(exchange, route.body) : undefined;
  const principal = caller && (await gateway.authenticator.principalIn(caller, exchange.header('x-org-id')));
  if (principal) allow(route, principal);
  exchange.principal = principal;
  return { caller, principal, rate, length, mediaType };
}

/**
 * Finds the caller. A remembered credential costs a lookup; any other costs a signature check or a call to identity.
 * Many callers may share an address, so every credential is checked, and the limit counts only refused ones. Throws
 * not_authenticated, or rate_limited if many credentials from the address were refused; upstream_unavailable when the
 * credential cannot be checked.
 */
async function identify(gateway: Gateway, exchange: HttpExchange): Promise<Caller> {
  const known = await gateway.authenticator.recall(exchange.request.headers);
  return known ?? findOut(gateway, exchange);
}

async function findOut({ authenticator, refusals }: Gateway, exchange: HttpExchange): Promise<Caller> {
  const { address, request, over: gone } = exchange;
  try {
    return await authenticator.authenticate(request.headers, { address, gone });
  } catch (error) {
    if (!hasCode(error, 'not_authenticated')) throw error;
    exchange.rate = await refusals.count(address);
    throw exchange.rate.allowed ? error : rateLimited(exchange.rate, HOLDERS.refused);
  }
}

/**
 * The org or network whose memory quota the body counts against: the org of the credential, even if the request names
 * another org.
 */
function holderOf({ address }: HttpExchange, { caller }: Admitted): BodyHolder {
  const org = caller?.principal?.orgId;
  return org ? { org } : { network: networkOf(address) };
}

async function answer(
  route: Route,
  gateway: Gateway,
  exchange: HttpExchange,
  params: Record<string, string>,
  { principal, rate, mediaType, outOfTurn }: Admitted & { outOfTurn: boolean },
  bytes: Buffer,
) {
  const value = await route.body?.parse(bytes, mediaType);
  if (principal) checkOrg(value, principal);
  const { known, ignored } = readQuery(route.query, exchange.request.url);
  exchange.ignored = ignored;
  const query = route.query && validate(route.query, known, ['query']);
  const body = await route.body?.validate(value);
  const call = callOptions(route, gateway, exchange, bytes);
  if (outOfTurn) call.context.outOfTurn = true;
  const id = Object.values(params)[0] ?? '';
  const revisions = expectedRevisions(exchange.header('if-match'));
  checkPath(route, params);
  exchange.handOver();

  const run = (traceparent: string | undefined) =>
    expecting(revisions, async (expected) =>
      route.handle(gateway.services, {
        params,
        target: { id, ...expected },
        query,
        body,
        principal: principal as Principal,
        rate,
        call: { ...call, traceparent },
        get over() {
          return exchange.over;
        },
      }),
    );
  const result = isTracing()
    ? await withSpan(`${route.method} ${route.path}`, 'server', call.traceparent, {}, run)
    : await run(call.traceparent);
  const outcome = route.answer.render(result);
  const headers: Headers = {};
  if (route.creates && outcome.id) headers.Location = `${pathOf(exchange)}/${encodeURIComponent(outcome.id)}`;
  exchange.succeed(outcome, headers);
}

/** Maximum bytes of a body. A caller without a credential may send only little. */
const limitOf = ({ role }: Route, { limit }: BodyKind) => (role === 'public' ? Math.min(limit, PUBLIC_LIMIT) : limit);

function acceptedMediaType(exchange: HttpExchange, body: BodyKind): string | undefined {
  const [type, ...parameters] = (exchange.header('content-type') ?? '').toLowerCase().split(';');
  const mediaType = type?.trim() || undefined;
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?(utf-?8|us-ascii)"?$/.test(charset);
  const encoding = exchange.header('content-encoding');
  if (body.accepts(mediaType) && isUtf8 && (encoding === undefined || encoding === 'identity')) return mediaType;
  const expected = [body.mediaType, ...(body.otherMediaTypes ?? [])].join(' or ');
  throw new AppError('unsupported_media_type', `Expected ${expected} in UTF-8 without content encoding`);
}

const forbidden = (hint?: string) =>
  new AppError('insufficient_permissions', `Insufficient permissions${hint === undefined ? '' : `: ${hint}`}`);

/** The error names the reason only for an API key and for a user without an org (decisions 1: 403). */
function allow(route: Route, principal: Principal): void {
  const refusal = refusalOf(route, principal);
  const isNamed = principal.kind === 'key' || principal.orgId === '';
  if (refusal !== undefined) throw forbidden(isNamed ? refusal : undefined);
}

/**
 * The reason why `principal` may not use `route`; undefined if it may. Checks neither the owner nor the status of a
 * record.
 */
export function refusalOf(
  route: Pick<Route, 'role' | 'scope' | 'keys' | 'withoutOrg'>,
  principal: Principal,
): string | undefined {
  const { role, scope, keys } = route;
  if (role === 'public') return undefined;
  if (principal.orgId === '') return route.withoutOrg ? undefined : NO_ORG;
  return accessRefusal({ role, scope, keys }, principal);
}

/** Throws insufficient_permissions if the body's `org_id` is not the org of the request (decisions 1: Org). */
function checkOrg(value: unknown, principal: Principal): void {
  if (!isObject(value) || value.org_id === undefined || value.org_id === null) return;
  if (value.org_id !== principal.orgId) throw forbidden();
}

/** Throws not_found for a path with a value that is no id: longer than 255 characters, or with NUL. */
function checkPath(route: Route, params: Record<string, string>): void {
  if (!route.resource) return;
  for (const value of Object.values(params)) {
    if (value.length > 255 || value.includes('\0')) throw notFound(route.resource);
  }
}

function callOptions(route: Route, gateway: Gateway, exchange: HttpExchange, body: Buffer): CallOptions {
  const { requestId, principal, address, deadline } = exchange;
  const context: CallContext = { requestId, address, ...(principal && { principal }) };
  if (route.method === 'POST' && route.idempotent !== false) {
    const idempotency = gateway.recognise(exchange.header('idempotency-key'), `POST ${pathOf(exchange)}`, body);
    if (idempotency) context.idempotency = idempotency;
  }
  const sent = exchange.header('traceparent');
  return { context, deadline, traceparent: sent && TRACEPARENT.test(sent) ? sent : undefined };
}

const pathOf = ({ request }: HttpExchange): string => request.url?.split('?', 1)[0] ?? '';
