import type { z } from 'zod';
import type { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import type { ErrorCode } from '#chassis/domain/errors.ts';
import type { NeededScope, Principal, Role } from '#chassis/rpc/context.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import type { RecordRequest } from '#proto/common/v1/contract.ts';
import type { ScopeName } from '#proto/identity/v1/api-key.contract.ts';
import type { Services } from '../grpc-clients.ts';
import { type BodyKind, noBody } from '../payload/bodies.ts';
import type { Rate } from '../rate-limits/limits.ts';
import type { Answer } from './answers.ts';
import type { Tag } from './openapi-tags.ts';

/** A scope that a key can hold and a call can ask for. */
export type RouteScope = Extract<ScopeName, NeededScope>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The names in braces of a path. */
type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [N in Name]: string } & Params<Rest>
  : unknown;

/** A request that is allowed and well formed. */
export interface Request<Access, Path extends string, Query, Body> {
  params: Params<Path>;
  /** The record that the path names first, at the revision that If-Match asks for. */
  target: RecordRequest;
  query: Query;
  body: Body;
  principal: Access extends 'public' ? undefined : Principal;
  /** Where the caller stands against its rate limit, this request counted. */
  rate: Rate;
  /** Says to a service who is calling, and until when. */
  call: CallOptions;
  /** Aborted when it has been answered, or nobody is there any more to take the answer. */
  over: AbortSignal;
}

interface Definition<Access extends Role | 'public', Path extends string, Query extends z.ZodType, Body, Result> {
  method: Method;
  path: Path;
  operationId: string;
  /** The resource's section in the reference. */
  tag: Tag;
  summary: string;
  description: string;
  /** The least role that may call. */
  role: Access;
  /** The scope that an API key needs (decisions 3: Scopes). Without it, and without `keys`, no key is admitted. */
  scope?: RouteScope;
  /** Open to every API key, whatever it holds. */
  keys?: 'any';
  /** Open to a user who has no org yet; its principal is `withoutOrg`'s. */
  withoutOrg?: true;
  /** The record that a 404 of the path names; absent: the path names no record. */
  resource?: string;
  query?: Query;
  body?: BodyKind<Body>;
  answer: Answer<Result>;
  /** The answer is a new record, found below the route's own path. */
  creates?: true;
  /** Refusals of its own, besides those that its kind always has; for the reference. */
  refusals?: readonly ErrorCode[];
  /** The queue of requests that take much memory or time: orgs take turns. */
  turns?: FairQueue;
  /** The same for requests with a large body, and those that the service refuses out of turn, alone (ADR 17). */
  turnsIfLarge?: FairQueue;
  /** Takes Idempotency-Key; every POST does unless it says otherwise. */
  idempotent?: false;
  handle(services: Services, request: Request<Access, Path, z.output<Query>, Body>): Promise<Result> | Result;
}

/** A route of any kind. */
export type Route = Definition<Role | 'public', string, z.ZodType, unknown, unknown>;

/** An operation: all that the gateway does for it, and all that the OpenAPI document says of it. */
export function route<
  Access extends Role | 'public',
  Path extends string,
  Result,
  Query extends z.ZodType = z.ZodUndefined,
  Body = undefined,
>(definition: Definition<Access, Path, Query, Body, Result>): Route {
  return { ...(definition.method === 'POST' && { body: noBody }), ...definition } as unknown as Route;
}
