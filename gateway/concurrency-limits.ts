import { FairSemaphore } from '#chassis/concurrency/fair-semaphore.ts';

/**
 * Small ones are not told from large ones before it is known what they are: an org has two at once. Each takes 30 MiB until
 * it is answered: four took a gateway past its memory.
 */
const OF_LARGE_RECORDS = { concurrency: 3, each: 2, limit: 32 };

/** What one org reads at once delays the others by so much work at most, here and in the services. */
export const listTurns = new FairSemaphore({
  concurrency: 64,
  each: 24,
  limit: 500,
  refusal: 'Too many lists are being read; ask for fewer at a time',
});

/** What may hold the lines of whole versions takes megabytes, and a second of work, at both ends. */
export const bomTurns = new FairSemaphore({
  ...OF_LARGE_RECORDS,
  refusal: 'Too many bills of material are being read or written; ask for fewer at a time',
});

/** A style has up to 2,000 SKUs, each of which may be a kit, and an import makes more. */
export const styleTurns = new FairSemaphore({
  ...OF_LARGE_RECORDS,
  refusal: 'Too many styles are being read or written; ask for fewer at a time',
});

/** A chart of accounts has up to 10,000 of them in one answer. */
export const chartTurns = new FairSemaphore({
  ...OF_LARGE_RECORDS,
  refusal: 'Too many charts of accounts are being read; ask for fewer at a time',
});

/** A bank statement has up to 10,000 lines in one body and in one answer. */
export const statementTurns = new FairSemaphore({
  ...OF_LARGE_RECORDS,
  refusal: 'Too many bank statements are being read or written; ask for fewer at a time',
});
