import type { Call } from '#chassis/grpc-server.ts';
import type { Store } from '#chassis/mongo.ts';
import type { RecordName, References } from '#chassis/references.ts';

/** Long enough for product to delete what was released; after that a product that died has kept it. */
const RELEASED_MS = 60_000;
/** As many as are named to the caller, and one more, which says that there are others. */
const NAMED = 4;

type Asking = Pick<Call, 'principal' | 'now' | 'deadline'>;

/** The records that product is about to delete: no document of finance may come to refer to them. */
export interface ReleaseRepository {
  /** What refers to the records; when nothing does, nothing will for a minute. */
  release(call: Asking, targets: RecordName[]): Promise<{ kind: string; name: string }[]>;
  keep(call: Asking, targets: RecordName[]): Promise<void>;
}

export function releaseRepository(store: Store, references: References): ReleaseRepository {
  return {
    release: ({ principal: { orgId }, now, deadline }, targets) =>
      store.transaction(async (session) => {
        const users = await references.usersOfAny(session, orgId, targets, NAMED);
        // Collides with a reference that is being made at this moment: then the loser looks again.
        if (users.length === 0) {
          await references.close(session, orgId, targets, new Date(now.getTime() + RELEASED_MS));
        }
        return users.map(({ kind, name }) => ({ kind, name }));
      }, deadline),
    keep: ({ principal: { orgId }, deadline }, targets) =>
      store.transaction((session) => references.reopen(session, orgId, targets), deadline),
  };
}
