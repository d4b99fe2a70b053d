import type { Race } from './racing.ts';
import { accessRaces } from './rows/access.ts';
import { financeRaces } from './rows/finance.ts';
import { moveRaces } from './rows/moves.ts';
import { referenceRaces } from './rows/references.ts';
import { uniqueRaces } from './rows/unique.ts';

/** Every rule that spans two writes, and the writes that could break it together. */
export const races: readonly Race[] = [
  ...financeRaces,
  ...referenceRaces,
  ...uniqueRaces,
  ...moveRaces,
  ...accessRaces,
];
