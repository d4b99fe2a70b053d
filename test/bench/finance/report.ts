import { type ListResult, reportLists } from './lists.ts';
import { type RaceResult, reportRaces } from './races.ts';

export interface FinanceResults {
  races: RaceResult[];
  lists: ListResult[];
}

export const reportFinance = ({ races, lists }: FinanceResults): string =>
  `${reportRaces(races)}\n${reportLists(lists)}`;
