import { FairQueue } from '#chassis/concurrency/fair-queue.ts';

// Queues of the routes' requests. `docs/queues.md` lists all queues.

/**
 * Turns of lists. The lists of one org delay those of other orgs by this many reads at most, in the gateway and in the
 * services.
 */
export const listTurns = new FairQueue({
  name: 'gateway.lists',
  limit: 64,
  each: 24,
  maxWaiting: 500,
  full: { message: 'Too many lists are being read; ask for fewer at a time' },
});

// A large record takes up to 30 MiB until it is answered: four of them took a gateway past its memory. Waiting requests hold
// only their bodies, which are counted (ADR 17), so none is refused because many wait.

/** A BOM version has up to 2,000 lines. */
export const bomTurns = new FairQueue({ name: 'gateway.boms', limit: 3, each: 2 });

/** A style has up to 2,000 SKUs, each of which may be a kit, and an import makes more. */
export const styleTurns = new FairQueue({ name: 'gateway.styles', limit: 3, each: 2 });

/** A chart has up to 10,000 accounts in one answer. */
export const chartTurns = new FairQueue({ name: 'gateway.charts', limit: 3, each: 2 });

/** A bank statement has up to 10,000 lines in one body and in one answer. */
export const statementTurns = new FairQueue({ name: 'gateway.statements', limit: 3, each: 2 });
