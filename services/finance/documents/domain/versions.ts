import { isNoop, type RecordEvent, type RecordState } from '#chassis/domain/record.ts';
import { refuseTooManyVersions } from '#chassis/domain/versions.ts';
import { refuseReadOnly } from './read-only.ts';

/** A version of a document, without what it said. */
export interface Version {
  /** 1 for the first. */
  versionNumber: number;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  createdById: string;
}

/** A document that keeps what it said before. `Outline`: what is shown of each version. */
export interface Versioned<Outline extends object> extends RecordState {
  status: string;
  currentVersion: number;
  /** Oldest first, the current one last. */
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
  /** Statuses in which a change makes no version, and so takes the fields of `editable` alone (decisions 4). */
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

  /** A draft's only version says what the draft says; after that each change makes one. Errors: conflict. */
  function withVersion(before: State, after: State, writing: Writing): State {
    if (before.status === 'draft') {
      const [first] = before.versions;
      return { ...after, versions: [{ ...(first as Version), ...outlineOf(after) }] };
    }
    refuseTooManyVersions(resource.toLowerCase(), before.currentVersion);
    const next = { ...after, currentVersion: before.currentVersion + 1 };
    return { ...next, versions: [...before.versions, versionOf(next, writing)] };
  }

  /** The current version, with what it says. */
  const latest = (state: State): Version & Outline & Content => ({
    ...(state.versions.at(-1) as Version & Outline),
    ...contentOf(state),
  });

  return {
    latest,
    /** A new document with its first version. */
    first: (state: State, writing: Writing): State => ({ ...state, versions: [versionOf(state, writing)] }),
    /**
     * After draft, what changes anything makes a new version. `decide`: the change as it is told.
     * Errors: invalid_transition; conflict for too many versions.
     */
    changed<Told extends { state: State; event: RecordEvent }>(
      before: State,
      after: State,
      writing: Writing,
      decide: (before: State, after: State) => Told,
    ): Told {
      const decision = decide(before, after);
      if (isNoop(decision.event)) return decision;
      if (readOnlyIn.includes(before.status)) {
        refuseReadOnly({ resource, status: before.status, previous: decision.event.previous }, editable);
        return decision;
      }
      return decide(before, withVersion(before, after, writing));
    },
    /** The version that a change has ended; undefined if it has ended none. */
    closed: (before: State, after: State): (Version & Outline & Content) | undefined =>
      before.currentVersion === after.currentVersion ? undefined : latest(before),
  };
}
