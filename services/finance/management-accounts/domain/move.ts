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

/** An account that may be above others, and where it is itself. */
export interface PlacedAccount extends ParentAccount {
  level: number;
  parentId: string | null;
}

/** Levels of a chart of accounts: each is a read of what moves, and in the tree a list within a list. */
export const MAX_LEVEL = 100;
/** Accounts that change their levels with one that moves: as many as are made at once. */
export const MAX_CARRIED = 10_000;

/**
 * Under `parent`, which the caller has called `named`; null: at the top. Errors: validation_failed at parentId where the chart
 * would come to be too deep.
 */
export function placeUnder(parent: PlacedAccount | null, named: string | null): Place {
  if (!parent) return TOP;
  const { id, code, name, level } = parent;
  if (level >= MAX_LEVEL) throw refused(TOO_DEEP, named);
  return { parent: { id, code, name }, level: level + 1 };
}

/** A move of an account. */
export interface Moving {
  changes: AccountChanges;
  /** Where to. */
  place: Place;
  /** The name by which the caller named its new parent. */
  named: string | null;
  /** All that is below it, where that changes its levels; where it does not, the new parent is none of those. */
  below: readonly ManagementAccount[];
}

/** The changes of an account that gets another parent, and of all accounts below it. */
export interface Move {
  account: AccountDecision;
  /** Accounts whose levels change with it. They are made one by one, since they may be thousands. */
  carried: Iterable<AccountDecision>;
}

/** Whether the levels of what is below the account change when it comes to be at `place`. */
export const carriesLevels = (before: ManagementAccount, place: Place): boolean => place.level !== before.level;

/** Errors: validation_failed at parentId for a place below the account itself, too deep, or with too much to be carried. */
export function moveAccount(before: ManagementAccount, { changes, place, named, below }: Moving, now: Date): Move {
  const isItsOwn = [before, ...below].some(({ id }) => id === place.parent?.id);
  if (isItsOwn) throw refused('the account would come to be below itself', named);
  if (below.length > MAX_CARRIED) {
    throw refused(`more than ${MAX_CARRIED} accounts below it would change their levels`, named);
  }
  const levels = place.level - before.level;
  if (below.some(({ level }) => level + levels > MAX_LEVEL)) throw refused(TOO_DEEP, named);
  const account = updateAccount(before, changes, now, place);
  return { account, carried: carriedWith(account.state, below, levels, now) };
}

/** The accounts right below the account, which show its name and code. */
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
