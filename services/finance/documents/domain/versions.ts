import { isNoop, type RecordEvent, type RecordState } from '#chassis/domain/record.ts';
import { refuseTooManyVersions } from '#chassis/domain/versions.ts';
import { refuseReadOnly } from './read-only.ts';

/** A version of a document, without its content. */
export interface Version {
  /** The first version has number 1. */
  versionNumber: number;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  createdById: string;
}

/** Versions before the names of their authors are known. Events have no names of persons. */
export const unnamed = <One extends object>(versions: readonly One[]): (One & { createdByName: null })[] =>
  versions.map((version) => ({ ...version, createdByName: null }));

/** A document that stores its earlier versions. `Outline`: the fields that lists of versions show. */
export interface Versioned<Outline extends object> extends RecordState {
  status: string;
  currentVersion: number;
  /** Oldest first. The current version is the last. */
  versions: (Version & Outline)[];
}

/** The author and time of a write, and the source of ids. */
export interface Writing {
  actorId: string;
  now: Date;
  newId: () => string;
}

export interface VersionRules<State, Outline, Content> {
  /** Name of the resource in messages: `Sales order`. */
  resource: string;
  /**
   * Statuses in which a change makes no new version. In these, only the fields of `editable` can change (decisions 4).
   */
  readOnlyIn: readonly string[];
  editable: readonly string[];
  outlineOf(state: State): Outline;
  /** The content of a version. */
  contentOf(state: State): Content;
}

export function versioning<State extends Versioned<Outline>, Outline extends object, Content extends object>({
  resource,
  readOnlyIn,
  editable,
  outlineOf,
  contentOf,
}: VersionRules<State, Outline, Content>) {
  const versionOf = (state: State, { actorId, now }: Writing): Version & Outline => ({
    versionNumber: state.currentVersion,
    createdAt: now.toISOString(),
    createdById: actorId,
    ...outlineOf(state),
  });

  /**
   * A draft has one version, which follows the draft. After draft, each change of the content makes a new version.
   * Errors: conflict for too many versions.
   */
  function withVersion(before: State, after: State, writing: Writing): State {
    if (before.status === 'draft') {
      const [first] = before.versions;
      return { ...after, versions: [{ ...(first as Version), ...outlineOf(after) }] };
    }
    refuseTooManyVersions(resource.toLowerCase(), before.currentVersion);
    const next = { ...after, currentVersion: before.currentVersion + 1 };
    return { ...next, versions: [...before.versions, versionOf(next, writing)] };
  }

  /** The current version with its content. */
  const latest = (state: State): Version & Outline & Content => ({
    ...(state.versions.at(-1) as Version & Outline),
    ...contentOf(state),
  });

  return {
    latest,
    /** A new document with its first version. */
    first: (state: State, writing: Writing): State => ({ ...state, versions: [versionOf(state, writing)] }),
    /**
     * The decision of a change. `decide` makes the decision, with its event, from two states. After draft, a change
     * makes a new version. Errors: invalid_transition if a field cannot change in this status; conflict for too many
     * versions.
     */
    changed<Told extends { state: State; event: RecordEvent }>(
      before: State,
      after: State,
      writing: Writing,
      decide: (before: State, after: State) => Told,
    ): Told {
      const decision = decide(before, after);
      if (isNoop(decision.event)) return decision;
      const { previous = {} } = decision.event;
      if (readOnlyIn.includes(before.status)) {
        refuseReadOnly({ resource, status: before.status, previous }, editable);
        return decision;
      }
      // A version has its content only. So a change of other fields makes none.
      const content = contentOf(after);
      const isOfContent = Object.keys(previous).some((field) => field in content);
      return isOfContent ? decide(before, withVersion(before, after, writing)) : decision;
    },
    /** The version that the change has replaced; undefined if the change made no new version. */
    closed: (before: State, after: State): (Version & Outline & Content) | undefined =>
      before.currentVersion === after.currentVersion ? undefined : latest(before),
  };
}
