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

/** A scope that a key can hold and a call can need. */
export type RouteScope = Extract<ScopeName, NeededScope>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parameters of a path: its names in braces. */
type Params<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [N in Name]: string } & Params<Rest>
  : unknown;

/** A request that is allowed and well formed. */
export interface Request<Access, Path extends string, Query, Body> {
  params: Params<Path>;
  /** The record of the path's first parameter, at the revision that If-Match expects. */
  target: RecordRequest;
  query: Query;
  body: Body;
  principal: Access extends 'public' ? undefined : Principal;
  /** The state of the caller's rate limit after this request. */
  rate: Rate;
  /** The options of service calls: the caller and the deadline. */
  call: CallOptions;
  /** Aborts when the answer is sent or the caller has gone. */
  over: AbortSignal;
}

interface Definition<Access extends Role | 'public', Path extends string, Query extends z.ZodType, Body, Result> {
  method: Method;
  path: Path;
  operationId: string;
  /** The section of the API reference. */
  tag: Tag;
  summary: string;
  description: string;
  /** The lowest role that may call the operation. */
  role: Access;
  /**
   * The scope that an API key needs (decisions 3: Scopes). Without `scope` and `keys`, no API key may call the
   * operation.
   */
  scope?: RouteScope;
  /** Open to every API key, with any scopes. */
  keys?: 'any';
  /** Also open to a user without an org. The principal is then that of `withoutOrg`. */
  withoutOrg?: true;
  /** The kind of record for the path's 404; absent: the path names no record. */
  resource?: string;
  query?: Query;
  body?: BodyKind<Body>;
  answer: Answer<Result>;
  /** The answer is a new record. Location is the route's path and the record's id. */
  creates?: true;
  /** Error codes in addition to those that every such operation has; for the API reference. */
  refusals?: readonly ErrorCode[];
  /** The queue of an operation that takes much memory or time. Orgs take turns. */
  turns?: FairQueue;
  /** Like `turns`, but small requests do not wait, unless the service answers NeedsTurn (ADR 17). */
  turnsIfLarge?: FairQueue;
  /** False for a POST that takes no Idempotency-Key. Every other POST takes it. */
  idempotent?: false;
  handle(services: Services, request: Request<Access, Path, z.output<Query>, Body>): Promise<Result> | Result;
}

/** A route with any types. */
export type Route = Definition<Role | 'public', string, z.ZodType, unknown, unknown>;

/** Declares an operation. The gateway serves it, and the OpenAPI document describes it, from this one declaration. */
export function route<
  Access extends Role | 'public',
  Path extends string,
  Result,
  Query extends z.ZodType = z.ZodUndefined,
  Body = undefined,
>(definition: Definition<Access, Path, Query, Body, Result>): Route {
  return { ...(definition.method === 'POST' && { body: noBody }), ...definition } as unknown as Route;
}
