import { FairSemaphore } from '#chassis/concurrency/fair-semaphore.ts';

/**
 * An org has two large records at work. Each takes up to 30 MiB until it is answered: four took a gateway past its memory. Others
 * wait until their deadlines, with bodies whose memory is counted (ADR 17).
 */
const OF_LARGE_RECORDS = { concurrency: 3, each: 2 };

/** What one org reads at once delays the others by so much work at most, here and in the services. */
export const listTurns = new FairSemaphore({
  concurrency: 64,
  each: 24,
  limit: 500,
  refusal: 'Too many lists are being read; ask for fewer at a time',
});

/** What may hold the lines of whole versions takes megabytes, and a second of work, at both ends. */
export const bomTurns = new FairSemaphore(OF_LARGE_RECORDS);

/** A style has up to 2,000 SKUs, each of which may be a kit, and an import makes more. */
export const styleTurns = new FairSemaphore(OF_LARGE_RECORDS);

/** A chart of accounts has up to 10,000 of them in one answer. */
export const chartTurns = new FairSemaphore(OF_LARGE_RECORDS);

/** A bank statement has up to 10,000 lines in one body and in one answer. */
export const statementTurns = new FairSemaphore(OF_LARGE_RECORDS);
