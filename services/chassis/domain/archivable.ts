import { lifecycle, type Moves } from './lifecycle.ts';
import type { RecordState, View } from './record.ts';

export type ArchivableStatus = 'active' | 'archived';

interface Archivable extends RecordState {
  status: ArchivableStatus;
}

/** The part of a resource's declaration that `archivable` needs (decisions 4: Client, supplier, style, material). */
interface Declared {
  name: string;
  title: string;
  moves: Moves<'archive' | 'restore', ArchivableStatus>;
}

/** The state changes of records that can be archived and restored, each with its event; see `lifecycle`. */
export function archivable<State extends Archivable, Data extends object = View<State>>(
  declared: Declared,
  show?: (state: State) => Data,
) {
  const { created, updated, moved, removed } = lifecycle<State, 'archive' | 'restore', ArchivableStatus, string, Data>({
    ...declared,
    ...(show && { show }),
  });
  return {
    created,
    updated,
    archive: (before: State, now: Date) => moved(before, 'archive', now),
    restore: (before: State, now: Date) => moved(before, 'restore', now),
    remove: removed,
  };
}
