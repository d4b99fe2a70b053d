import {
  advance,
  type Decision,
  type Moves,
  moveTo,
  type RecordEvent,
  type RecordState,
  recordEvent,
  type View,
  viewOf,
} from './record.ts';

export type ArchivableStatus = 'active' | 'archived';

interface Archivable extends RecordState {
  status: ArchivableStatus;
}

type Verb = 'created' | 'updated' | 'archived' | 'restored' | 'deleted';

/** What happens to records of one kind that are archived and restored, each with its event. */
export interface ArchivableLife<State extends Archivable, Type extends string, Data extends object> {
  created(state: State): Told<State, Type, Data>;
  updated(before: State, state: State): Told<State, Type, Data>;
  /** Errors: invalid_transition. */
  archive(before: State, now: Date): Told<State, Type, Data>;
  /** Errors: invalid_transition. */
  restore(before: State, now: Date): Told<State, Type, Data>;
  /** From any status. */
  remove(before: State): Told<State, Type, Data>;
}

type Told<State extends RecordState, Type extends string, Data extends object> = Decision<
  State,
  RecordEvent<`${Type}.${Verb}`, Data>
>;

/** decisions 4: Client, supplier, style, material. */
const moves: Moves<'archive' | 'restore', ArchivableStatus> = {
  archive: { from: ['active'], to: 'archived' },
  restore: { from: ['archived'], to: 'active' },
};

/** `type` begins the events' names; `resource` is what messages call it; `show` makes an event's data of a state. */
export function archivable<State extends Archivable, Type extends string, Data extends object = View<State>>(
  type: Type,
  resource: string,
  show: (state: State) => Data = viewOf as never,
): ArchivableLife<State, Type, Data> {
  const told = (verb: Verb, state: State, before?: State): Told<State, Type, Data> => ({
    state,
    event: recordEvent(`${type}.${verb}` as const, state, show(state), before && show(before)),
  });
  const move = (before: State, name: 'archive' | 'restore', verb: Verb, now: Date) =>
    told(verb, { ...advance(before, now), status: moveTo(resource, moves, before.status, name) }, before);

  return {
    created: (state) => told('created', state),
    updated: (before, state) => told('updated', state, before),
    archive: (before, now) => move(before, 'archive', 'archived', now),
    restore: (before, now) => move(before, 'restore', 'restored', now),
    remove: (before) => told('deleted', { ...before, revision: before.revision + 1 }),
  };
}
