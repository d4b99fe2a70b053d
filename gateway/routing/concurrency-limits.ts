import { FairQueue } from '#chassis/concurrency/fair-queue.ts';

// Queues of the routes' requests. `docs/queues.md` lists all queues.

/**
 * Requests for lists. One org runs at most `each` lists at a time, so its lists delay the lists of other orgs by at
 * most `each` reads, in the gateway and in the services.
 */
export const listTurns = new FairQueue({
  name: 'gateway.lists',
  limit: 64,
  each: 24,
  maxWaiting: 500,
  full: { message: 'Too many lists are being read; ask for fewer at a time' },
});

// A large record takes up to 30 MiB until it is answered: four at a time exceeded a gateway's memory. A waiting request
// holds only its body, which `BodyMemory` counts (ADR 17). So these queues have no maximum of waiting requests.

/** Requests with a BOM version, which has up to 2,000 lines. */
export const bomTurns = new FairQueue({ name: 'gateway.boms', limit: 3, each: 2 });

/** Requests with a style, which has up to 2,000 SKUs, each perhaps a kit; and imports of styles, which make more. */
export const styleTurns = new FairQueue({ name: 'gateway.styles', limit: 3, each: 2 });

/** Requests for a chart of accounts: one answer has up to 10,000 accounts. */
export const chartTurns = new FairQueue({ name: 'gateway.charts', limit: 3, each: 2 });

/** Requests with a bank statement: one body and one answer have up to 10,000 lines. */
export const statementTurns = new FairQueue({ name: 'gateway.statements', limit: 3, each: 2 });

/** Requests for reports: one answer has up to 10,000 rows. */
export const reportTurns = new FairQueue({ name: 'gateway.reports', limit: 3, each: 2 });
