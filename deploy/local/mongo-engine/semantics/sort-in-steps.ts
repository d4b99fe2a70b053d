import type { Budget } from '../scheduling/budget.ts';
import { PAUSE, type Steps } from '../scheduling/scheduler.ts';

/** Values that are sorted in one go. */
const RUN = 4_096;

/** Sorts as `Array.sort` does, and gives way in between: runs of a few values, which are merged two by two. */
export function* sortInSteps<T>(values: T[], compare: (a: T, b: T) => number, budget: Budget): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < values.length; at += RUN) {
    runs.push(values.slice(at, at + RUN).sort(compare));
    if (budget.check()) yield PAUSE;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2)
      merged.push(yield* merge(runs[i] ?? [], runs[i + 1] ?? [], compare, budget));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(left: T[], right: T[], compare: (a: T, b: T) => number, budget: Budget): Steps<T[]> {
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    merged.push((compare(left[i] as T, right[j] as T) <= 0 ? left[i++] : right[j++]) as T);
    if (merged.length % RUN === 0 && budget.check()) yield PAUSE;
  }
  for (; i < left.length; i++) merged.push(left[i] as T);
  for (; j < right.length; j++) merged.push(right[j] as T);
  return merged;
}
