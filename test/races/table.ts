import type { Race } from './racing.ts';
import { accessRaces } from './rows/access.ts';
import { financeRaces } from './rows/finance.ts';
import { moveRaces } from './rows/moves.ts';
import { referenceRaces } from './rows/references.ts';
import { uniqueRaces } from './rows/unique.ts';

/** All rules that span two writes, each with the concurrent writes that could break it. */
export const races: readonly Race[] = [
  ...financeRaces,
  ...referenceRaces,
  ...uniqueRaces,
  ...moveRaces,
  ...accessRaces,
];
