import { AppError } from './errors.ts';
import {
  advance,
  type Decision,
  type RecordEvent,
  type RecordState,
  recordEvent,
  type View,
  viewOf,
} from './record.ts';

/** A move from one status to another (decisions 4). */
export interface Move<Status extends string> {
  from: readonly Status[];
  to: Status;
  /** The last part of the event's type: `confirmed`. */
  event: string;
  /** The cause of a move that no caller can request: `delivery notes`. */
  by?: string;
}

/** The moves of a resource by name. */
export type Moves<Name extends string, Status extends string> = Readonly<Record<Name, Move<Status>>>;

/** The state changes of a resource's records, each with its event. */
export interface Lifecycle<State extends RecordState, Name extends string, Type extends string, Data extends object> {
  created(state: State): EventDecision<State, Type, Data>;
  updated(before: State, state: State): EventDecision<State, Type, Data>;
  /**
   * `changes`: fields that the move changes in addition to the status. Errors: invalid_transition if the move is not
   * allowed in the record's status.
   */
  moved(before: State, name: Name, now: Date, changes?: Partial<State>): EventDecision<State, Type, Data>;
  /** Allowed in any status. */
  removed(before: State): EventDecision<State, Type, Data>;
}

type EventDecision<State extends RecordState, Type extends string, Data extends object> = Decision<
  State,
  RecordEvent<`${Type}.${string}`, Data>
>;

export interface LifecycleOptions<State, Name extends string, Status extends string, Type extends string, Data> {
  /** The first part of the events' types: `order`. */
  name: Type;
  /** The resource's name in messages. */
  title: string;
  moves: Moves<Name, Status>;
  /** The data of an event for this state. Default: the record as callers see it. */
  show?(state: State): Data;
}

export function lifecycle<
  State extends RecordState & { status: Status },
  Name extends string,
  Status extends string,
  Type extends string,
  Data extends object = View<State>,
>({
  name: type,
  title,
  moves,
  show = viewOf as never,
}: LifecycleOptions<State, Name, Status, Type, Data>): Lifecycle<State, Name, Type, Data> {
  const told = (verb: string, state: State, before?: State): EventDecision<State, Type, Data> => ({
    state,
    event: recordEvent(`${type}.${verb}` as const, state, show(state), before && show(before)),
  });

  return {
    created: (state) => told('created', state),
    updated: (before, state) => told('updated', state, before),
    moved(before, name, now, changes) {
      const status = moveTo(title, moves, before.status, name);
      const { state, event } = told(moves[name].event, { ...advance(before, now), ...changes, status }, before);
      // The event shows the status as changed even if both are equal, because the move has happened.
      return {
        state,
        event: { ...event, previous: { ...event.previous, status: before.status } as unknown as Partial<Data> },
      };
    },
    removed: (before) => told('deleted', { ...before, revision: before.revision + 1 }),
  };
}

/**
 * The status after the move. Errors: invalid_transition. Its message has the current status and the allowed operations:
 * the moves, and `always`, which lists operations that are allowed in any status.
 */
export function moveTo<Name extends string, Status extends string>(
  resource: string,
  moves: Moves<Name, Status>,
  status: Status,
  name: NoInfer<Name>,
  always: readonly string[] = [],
): Status {
  if (moves[name].from.includes(status)) return moves[name].to;
  const allowed = (Object.keys(moves) as Name[]).filter((move) => !moves[move].by && moves[move].from.includes(status));
  const ways = [...allowed, ...always].join(', ');
  throw new AppError('invalid_transition', `${resource} is ${status}; allowed: ${ways || 'nothing'}`);
}
