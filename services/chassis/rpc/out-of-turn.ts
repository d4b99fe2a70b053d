import { NeedsTurn } from '../domain/errors.ts';
import type { CallContext } from './context.ts';

/** Maximum bytes of a small body or record. Small ones need no turn; for larger ones, orgs take turns. */
export const SMALL = 64 * 1024;

/**
 * Must be called before anything is written. Errors: NeedsTurn if the call has no turn and `bytes` is more than a small
 * record has.
 */
export function refuseOutOfTurn({ outOfTurn }: Pick<CallContext, 'outOfTurn'>, bytes: number): void {
  if (outOfTurn && bytes > SMALL) throw new NeedsTurn();
}
