import { NeedsTurn } from '../domain/errors.ts';
import type { CallContext } from './context.ts';

/** Bytes of a body, and of a record, that may be at work any number of times at once: what is larger takes turns by org. */
export const SMALL = 64 * 1024;

/** Before anything is written. Errors: NeedsTurn where the call came out of turn, and takes more than a small record does. */
export function refuseOutOfTurn({ outOfTurn }: Pick<CallContext, 'outOfTurn'>, bytes: number): void {
  if (outOfTurn && bytes > SMALL) throw new NeedsTurn();
}
