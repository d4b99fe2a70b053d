import type { z } from 'zod';
import { Stints } from '#chassis/concurrency/stints.ts';
import { publicFormOf } from './public-form.ts';

/** How the records of a list are written one after the other. */
export interface RecordFormat {
  begin: string;
  between: string;
  text(record: unknown): string;
}

/** The items of a JSON list. */
export function jsonItems(schema: z.ZodType): RecordFormat {
  const publicForm = publicFormOf(schema);
  return { begin: '', between: ',', text: (message) => JSON.stringify(publicForm(message)) };
}

/** Text that is sent as it comes. Who sends it empties the arrays, so that nothing that was sent is kept. */
export type TextStream = AsyncGenerator<Buffer[], void>;

/** Records become text one by one, in stints: as objects, and as one text, a message of them would be tens of megabytes. */
export async function textOf({ between, text }: RecordFormat, records: readonly unknown[]): Promise<Buffer[]> {
  const stints = new Stints();
  const pieces: Buffer[] = [];
  for (const record of records) {
    await stints.giveWay();
    pieces.push(Buffer.from(pieces.length === 0 ? text(record) : between + text(record)));
  }
  return pieces;
}
