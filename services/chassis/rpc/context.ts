import type { ServerUnaryCall } from '@grpc/grpc-js';
import { AppError } from '../domain/errors.ts';
import { type Logger, requestLogger } from '../runtime/logger.ts';

/** What a call does, as far as API keys are concerned; `write` is a move other than submit, approve and reject. */
type Action = 'read' | 'create' | 'update' | 'write' | 'delete' | 'submit' | 'approve';

/** What a call takes of an API key: `<action>:<resource>` (decisions 3: Scopes). */
export type NeededScope = `${Action}:${string}`;

/** Who may make a call; the same declaration serves the gateway's routes and the services' rpcs. */
export interface Access {
  /** The lowest role that may call. */
  role?: Role | undefined;
  /** What an API key must hold. Without it, and without `keys`, no key may call. */
  scope?: NeededScope | undefined;
  /** Every key may call, whatever it holds. */
  keys?: 'any' | undefined;
}

/** The actions that a key may hold instead: `write` is create, update and the moves that have no action of their own. */
const heldInstead: Record<Action, readonly string[]> = {
  read: ['read', '*'],
  create: ['create', 'write', '*'],
  update: ['update', 'write', '*'],
  write: ['write', '*'],
  delete: ['delete', '*'],
  submit: ['submit', '*'],
  approve: ['approve', '*'],
};

/**
 * Why `principal` may not call what asks for `access`; undefined when it may (interface: Roles, decisions 3: Scopes).
 * Of what is for admins, keys may call what has a scope whose resource they name: `*` does not cover it, and no role is
 * asked of such a key.
 */
export function refusalOf({ role, scope, keys }: Access, principal: Principal): string | undefined {
  if (principal.kind === 'key' && keys !== 'any') {
    if (scope === undefined) return 'API keys may not call it';
    const isForAdmins = role === 'admin';
    const sufficient = isForAdmins ? namedScopes(scope) : scopesFor(scope);
    if (!sufficient.some((one) => principal.scopes?.includes(one))) return `The API key lacks the scope ${scope}`;
    if (isForAdmins) return undefined;
  }
  if (role === undefined || hasRole(principal.role, role)) return undefined;
  return `The role ${role} is needed, and the caller's is ${principal.role}`;
}

/** Any of which is enough. */
const scopesFor = memoized((action, resource) => [resource, '*'].flatMap((name) => held(action, name)));
const namedScopes = memoized(held);

function held(action: Action, resource: string): string[] {
  return heldInstead[action].map((instead) => `${instead}:${resource}`);
}

/** The scopes that calls need are few, and asked for with every request. */
function memoized(scopesOf: (action: Action, resource: string) => string[]): (needed: NeededScope) => string[] {
  const known = new Map<NeededScope, string[]>();
  return (needed) => {
    const found = known.get(needed);
    if (found) return found;
    const [action, resource] = needed.split(':') as [Action, string];
    const scopes = scopesOf(action, resource);
    known.set(needed, scopes);
    return scopes;
  };
}

type AnyCall = Pick<ServerUnaryCall<unknown, unknown>, 'getAuthContext'>;

const names = new WeakMap<object, string>();

/** The common name of the peer's certificate; undefined when it has none that our CA signed. */
export function peerName(call: AnyCall): string | undefined {
  const connection = connectionOf(call);
  const known = connection && names.get(connection);
  if (known !== undefined) return known;
  const subject = call.getAuthContext().sslPeerCertificate?.subject.CN;
  const name = Array.isArray(subject) ? undefined : subject;
  if (connection && name !== undefined) names.set(connection, name);
  return name;
}

/**
 * The HTTP/2 session under a call. grpc-js parses the certificate anew for every `getAuthContext`, which would be a large
 * part of a call's cost, and shows no connection to remember it by; so this looks inside, and copes with finding nothing.
 */
function connectionOf(call: AnyCall): object | undefined {
  return (call as { call?: { stream?: { session?: object } } }).call?.stream?.session;
}

/** One rpc as its handler sees it. May be passed on as the options of a further call. */
export interface Call {
  readonly context: CallContext;
  /** Who is calling. Throws not_authenticated when nobody is. */
  readonly principal: Principal;
  /** Epoch milliseconds: somewhat before the caller gives up. */
  readonly deadline: number;
  /** Aborted when the caller hangs up or the deadline is over. */
  readonly signal: AbortSignal;
  /** When the call arrived; the same for everything that it does. */
  readonly now: Date;
  /** Names the request and the trace on every line. */
  readonly logger: Logger;
  readonly traceparent?: string | undefined;
}

type GrpcCall = ServerUnaryCall<unknown, unknown>;

/** For a caller that sets none: the longest that anyone may wait (decisions 1: Sizes, times). */
const DEFAULT_DEADLINE = 8_000;
/** The part of its time that a call may work. With the rest its answer, that it failed too, reaches who still waits. */
const WORKING = 0.95;

/** Makes what is rarely asked for only when asked. */
export class ServerCall implements Call {
  readonly context: CallContext;
  readonly deadline: number;
  readonly now = new Date();
  traceparent: string | undefined;
  readonly #call: GrpcCall;
  readonly #root: Logger;
  #logger: Logger | undefined;
  #signal: AbortSignal | undefined;

  constructor(call: GrpcCall, context: CallContext, root: Logger) {
    this.#call = call;
    this.#root = root;
    this.context = context;
    this.traceparent = incomingTraceparent(call);
    const patience = Number(call.getDeadline()) - this.now.getTime();
    this.deadline = this.now.getTime() + (Number.isFinite(patience) ? patience * WORKING : DEFAULT_DEADLINE);
  }

  get principal(): Principal {
    return principalOf(this.context);
  }

  get logger(): Logger {
    this.#logger ??= requestLogger(this.#root, this.context.requestId, this.traceparent);
    return this.#logger;
  }

  get signal(): AbortSignal {
    this.#signal ??= cancellation(this.#call);
    return this.#signal;
  }
}

/** What the peer says about the call; one that says nothing gets a request id made up. */
export function incomingContext(call: GrpcCall): CallContext {
  const text = call.metadata.get(CONTEXT_ENTRY)[0];
  return typeof text === 'string' ? decodeContext(text) : { requestId: crypto.randomUUID() };
}

function incomingTraceparent(call: GrpcCall): string | undefined {
  const text = call.metadata.get(TRACEPARENT_ENTRY)[0];
  return typeof text === 'string' ? text : undefined;
}

function cancellation(call: GrpcCall): AbortSignal {
  const controller = new AbortController();
  if (call.cancelled) controller.abort();
  else call.once('cancelled', () => controller.abort());
  return controller.signal;
}

export type Role = 'client' | 'staff' | 'admin';

/** Who is calling: a user or an API key, in the org that the request is about. */
export interface Principal {
  kind: 'user' | 'key';
  id: string;
  orgId: string;
  role: Role;
  /** The client record that a caller of the role client is bound to. */
  clientId?: string;
  /** Of a user: the session that its token stands for. */
  sessionId?: string;
  /** Of an API key (decisions 3: Scopes). */
  scopes?: string[];
}

/** What makes a repeated write recognisable (decisions 1: Idempotency). */
export interface Idempotency {
  key: string;
  /** Method and path: "POST /api/v1/clients". */
  operation: string;
  /** Keyed hashes of the body, comma-separated: bodies that have one in common are the same. */
  fingerprint: string;
}

/** What travels with a call as one metadata entry. Believed only from a peer that may send it (decisions 3: Inside). */
export interface CallContext {
  requestId: string;
  principal?: Principal;
  /** The caller's network address. */
  address?: string;
  idempotency?: Idempotency;
}

/** Errors: not_authenticated when nobody calls. */
export function principalOf({ principal }: CallContext): Principal {
  if (!principal) throw new AppError('not_authenticated', 'Not authenticated');
  return principal;
}

export const CONTEXT_ENTRY = 'context';
export const TRACEPARENT_ENTRY = 'traceparent';

/** JSON in printable ASCII, as metadata must be. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export const encodeContext = (context: CallContext): string => asciiJson(context);

/** Only for text from a peer that is believed: the shape is not checked again. */
export const decodeContext = (text: string): CallContext => JSON.parse(text) as CallContext;

const rank: Record<Role, number> = { client: 0, staff: 1, admin: 2 };

/** Whether `role` is at least `minimum` (interface: Roles). */
export const hasRole = (role: Role, minimum: Role): boolean => rank[role] >= rank[minimum];
