import { lifecycle, type Moves } from './lifecycle.ts';
import type { RecordState, View } from './record.ts';

export type ArchivableStatus = 'active' | 'archived';

interface Archivable extends RecordState {
  status: ArchivableStatus;
}

/** decisions 4: Client, supplier, style, material. */
export const archivableMoves: Moves<'archive' | 'restore', ArchivableStatus> = {
  archive: { from: ['active'], to: 'archived', event: 'archived' },
  restore: { from: ['archived'], to: 'active', event: 'restored' },
};

/** What happens to records that are archived and restored; see `lifecycle`. */
export function archivable<State extends Archivable, Type extends string, Data extends object = View<State>>(
  type: Type,
  resource: string,
  show?: (state: State) => Data,
) {
  const options = { type, resource, moves: archivableMoves, ...(show && { show }) };
  const { created, updated, moved, removed } = lifecycle<State, 'archive' | 'restore', ArchivableStatus, Type, Data>(
    options,
  );
  return {
    created,
    updated,
    archive: (before: State, now: Date) => moved(before, 'archive', now),
    restore: (before: State, now: Date) => moved(before, 'restore', now),
    remove: removed,
  };
}
