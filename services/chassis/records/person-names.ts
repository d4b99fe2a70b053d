import { LRUCache } from 'lru-cache';
import { type Call, hasRole } from '../rpc/context.ts';
import type { ServiceImplementation, UnaryMethod } from '../rpc/endpoint.ts';
import type { CallOptions } from '../rpc/grpc-client.ts';
import { EncodedReply } from '../rpc/message-codec.ts';
import { beside, namesBeside } from './names-beside.ts';

/**
 * The present names of users and API keys of the caller's org, by id; an id without a name is left out. It never
 * fails: a read is answered without names while identity is down.
 */
export type ReadPersonNames = (ids: readonly string[], call: Call) => Promise<ReadonlyMap<string, string>>;

/** The name beside the id of a user or an API key. */
export interface PersonRule {
  /** As `within` of NameRule. */
  within?: string;
  id: string;
  name: string;
}

const MAX_NAMES = 20_000;
/** Milliseconds that a name is cached (decisions 1: Names). */
const FRESH_MS = 5_000;
/** Maximum number of ids in one request to identity. The names of further ids are not read. */
const MAX_IDS = 500;
/** Milliseconds that a read waits for names at most. */
const PATIENCE = 1_000;
/** Milliseconds that are left for the reply. */
const REPLY_MARGIN = 250;

/** The rpc of the service that owns users and API keys. */
interface NameService {
  listNames(
    request: { ids: string[] },
    options: CallOptions,
  ): Promise<{ data: readonly { id: string; name: string }[] }>;
}

interface Known {
  /** undefined: identity knows no name. */
  name: string | undefined;
  /** Time of the request to identity, in milliseconds of the clock. */
  readAt: number;
}

/** Reads names from identity, all that are not cached by one request. While identity is down, expired names are used. */
export function personNames(users: NameService, clock: Pick<Performance, 'now'> = performance): ReadPersonNames {
  const known = new LRUCache<string, Known>({ max: MAX_NAMES });
  const isFresh = (key: string) => clock.now() - (known.get(key)?.readAt ?? -Infinity) <= FRESH_MS;

  async function ask(ids: readonly string[], { context, traceparent, deadline, principal: { orgId } }: Call) {
    const patience = Math.min(deadline - REPLY_MARGIN, Date.now() + PATIENCE);
    const reply = await users.listNames({ ids: [...ids] }, { context, traceparent, deadline: patience });
    const names = new Map(reply.data.map(({ id, name }) => [id, name]));
    for (const id of ids) known.set(`${orgId}:${id}`, { name: names.get(id), readAt: clock.now() });
  }

  return async (ids, call) => {
    const { orgId } = call.principal;
    const missing = ids.filter((id) => !isFresh(`${orgId}:${id}`)).slice(0, MAX_IDS);
    // Names are no reason to refuse an answer.
    if (missing.length > 0) await ask(missing, call).catch(() => undefined);
    return new Map(
      ids.flatMap((id) => {
        const name = known.get(`${orgId}:${id}`)?.name;
        return name === undefined ? [] : [[id, name] as const];
      }),
    );
  };
}

/** The fields that the caller of a read shows; undefined: all. */
function askedBy(request: unknown): readonly string[] | undefined {
  const { onlyFields: ofRecord, query } = request as { onlyFields?: string[]; query?: { onlyFields?: string[] } };
  const asked = query?.onlyFields ?? ofRecord;
  return asked && asked.length > 0 ? asked : undefined;
}

/** Only users of the org's staff read names of its members (decisions 3: Names of users). */
const mayRead = ({ kind, role }: Call['principal']) => kind === 'user' && hasRole(role, 'staff');

/**
 * Returns a function that sets the names beside these ids. It must be called outside of a transaction. For callers who
 * may not read names, records stay as they are.
 */
export const namingPersons =
  (read: ReadPersonNames, rules: readonly PersonRule[]) =>
  async <Record extends object>(records: readonly Record[], call: Call): Promise<Record[]> => {
    if (!mayRead(call.principal)) return [...records];
    const source = (_scope: unknown, ids: readonly string[]) => read(ids, call);
    const names = namesBeside(
      rules.map(({ name, ...rule }) => beside<string>({ ...rule, source, names: { [name]: (found) => found } })),
    );
    return names(records, { orgId: call.principal.orgId });
  };

/**
 * The service, with the names of persons in its replies. They are set after the rpc, so that no transaction waits for
 * identity, and no event or stored reply keeps a name.
 */
export function withPersonNames(
  service: ServiceImplementation,
  read: ReadPersonNames,
  rules: readonly PersonRule[],
): ServiceImplementation {
  async function named(reply: unknown, request: unknown, call: Call): Promise<unknown> {
    if (typeof reply !== 'object' || reply === null || reply instanceof EncodedReply) return reply;
    const asked = askedBy(request);
    const names = namingPersons(
      read,
      asked ? rules.filter(({ within, name }) => within !== undefined || asked.includes(name)) : rules,
    );
    const { record, data } = reply as { record?: unknown; data?: unknown };
    if (Array.isArray(data)) return { ...reply, data: await names(data as object[], call) };
    if (typeof record === 'object' && record !== null) return { ...reply, record: (await names([record], call))[0] };
    return (await names([reply], call))[0];
  }
  const methods = Object.entries(service.methods).map(([name, method]): [string, UnaryMethod<unknown>] => [
    name,
    method.options.anonymous
      ? method
      : { ...method, answer: async (request, call) => named(await method.answer(request, call), request, call) },
  ]);
  return { ...service, methods: Object.fromEntries(methods) };
}
