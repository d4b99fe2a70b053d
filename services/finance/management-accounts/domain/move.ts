import { invalidField } from '#chassis/domain/errors.ts';
import {
  type AccountChanges,
  type AccountDecision,
  carryAccount,
  type ManagementAccount,
  type ParentAccount,
  type Place,
  TOP,
  updateAccount,
} from './account.ts';

/** An account and its position, as a possible parent. */
export interface PlacedAccount extends ParentAccount {
  level: number;
  parentId: string | null;
}

/** Maximum number of levels of a chart. Each level costs a read of a move, and a nested list in the tree. */
export const MAX_LEVEL = 100;
/** Maximum number of accounts whose levels one move changes. It is the limit of an import. */
export const MAX_CARRIED = 10_000;

/**
 * The position of an account below `parent`; null: at the top. `named`: the caller's name of the parent, for the error.
 * Errors: validation_failed at parentId if the position is below MAX_LEVEL.
 */
export function placeUnder(parent: PlacedAccount | null, named: string | null): Place {
  if (!parent) return TOP;
  const { id, code, name, level } = parent;
  if (level >= MAX_LEVEL) throw refused(TOO_DEEP, named);
  return { parent: { id, code, name }, level: level + 1 };
}

/** A move of an account. */
export interface MoveInput {
  changes: AccountChanges;
  /** The new position. */
  place: Place;
  /** The name that the caller sent for the new parent. */
  named: string | null;
  /**
   * All accounts below the moved account, if their levels change; otherwise empty. If the levels stay, the new parent
   * cannot be one of them.
   */
  below: readonly ManagementAccount[];
}

/** The changes of the moved account and of all accounts below it. */
export interface MoveResult {
  account: AccountDecision;
  /** Decisions about the accounts whose levels change. They are created one by one, because there may be thousands. */
  carried: Iterable<AccountDecision>;
}

/** Whether a move to `place` changes the levels of the accounts below. */
export const carriesLevels = (before: ManagementAccount, place: Place): boolean => place.level !== before.level;

/**
 * Errors: validation_failed at parentId if the account would be below itself, if a level would be above MAX_LEVEL, or
 * if more than MAX_CARRIED accounts would change their levels.
 */
export function moveAccount(
  before: ManagementAccount,
  { changes, place, named, below }: MoveInput,
  now: Date,
): MoveResult {
  const isItsOwn = [before, ...below].some(({ id }) => id === place.parent?.id);
  if (isItsOwn) throw refused('an account cannot be below itself', named);
  if (below.length > MAX_CARRIED) {
    throw refused(`more than ${MAX_CARRIED} accounts below it would change their levels`, named);
  }
  const levels = place.level - before.level;
  if (below.some(({ level }) => level + levels > MAX_LEVEL)) throw refused(TOO_DEEP, named);
  const account = updateAccount(before, changes, now, place);
  return { account, carried: carriedWith(account.state, below, levels, now) };
}

/**
 * The decisions about all accounts below the moved account. Accounts directly below it also show its new name and code.
 */
function* carriedWith(
  { id, code, name }: ManagementAccount,
  below: readonly ManagementAccount[],
  levels: number,
  now: Date,
): Generator<AccountDecision> {
  for (const one of below) {
    yield carryAccount(one.parentId === id ? { ...one, parent: { id, code, name } } : one, levels, now);
  }
}

const TOO_DEEP = `a chart of accounts has at most ${MAX_LEVEL} levels`;

const refused = (error: string, named: string | null) => invalidField(['body', 'parentId'], error, named);
