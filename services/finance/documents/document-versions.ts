import type { z } from 'zod';
import { notFound } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import type { RecordMethods } from '#chassis/records/record-methods.ts';
import { type UnaryMethod, unary } from '#chassis/rpc/endpoint.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import type { Versioned, Writing } from './domain/versions.ts';

interface VersionRequest {
  id: string;
  versionNumber: number;
}

interface VersionSource<State extends Versioned<object>, Whole, Shown> {
  /** Name of a version in messages: `Sales order version`. */
  resource: string;
  methods: Pick<RecordMethods<State, never>, 'visible' | 'access'>;
  latest(state: State): Whole;
  /** An earlier version; undefined if there is none of this number. */
  version(scope: ReadScope, state: State, versionNumber: number): Promise<Whole | undefined>;
  /** The version as callers see it. */
  show(version: Whole): Shown;
  /** The names beside the ids of the version. */
  names: NamesBeside;
}

/** The rpc that reads one version of a document. Errors: not_found. */
export const readVersion = <State extends Versioned<object>, Whole extends object, Shown extends object>(
  schema: z.ZodType<VersionRequest>,
  { resource, methods, latest, version, show, names }: VersionSource<State, Whole, Shown>,
): UnaryMethod<Shown> =>
  unary(
    schema,
    async ({ id, versionNumber }, call) => {
      const state = await methods.visible(id, call);
      const isLatest = versionNumber === state.currentVersion;
      const found = isLatest ? latest(state) : await version(call.principal, state, versionNumber);
      if (!found) throw notFound(resource);
      const [shown] = await names([show(found)], { orgId: state.orgId });
      return shown as Shown;
    },
    methods.access.read,
  );

/** The author and the time of a write of this transaction or call. */
export const writingOf = ({ principal, now }: Pick<Transaction, 'principal' | 'now'>): Writing => ({
  actorId: principal.id,
  now,
  newId,
});
