import { MongoError } from '../../../values/error.ts';

/** JavaScript's dates end before MongoDB's do. @throws MongoError 15 for one that is none */
export function representable(date: Date): Date {
  if (Number.isNaN(date.getTime())) throw new MongoError(15, 'Overflow', 'date overflow');
  return date;
}
