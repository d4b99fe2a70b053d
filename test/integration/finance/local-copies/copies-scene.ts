import { afterAll } from '@jest/globals';
import type { Call } from '#chassis/rpc/context.ts';
import { copyReader } from '../../../../services/finance/local-copies/reader-repository.ts';
import { copyRepository } from '../../../../services/finance/local-copies/repository.ts';
import { dropStore, openTestStore, sharedMongo } from '../../../support/backends/mongo.ts';
import { logger } from '../../../support/grpc.ts';
import { type Caller, caller } from '../../../support/service/callers.ts';
import { openProduct } from '../../product/product-service.ts';

/** An empty store of local copies for the tests of a file. */
export async function openCopies() {
  const mongo = await sharedMongo();
  const store = await openTestStore(mongo);
  await store.start();
  afterAll(async () => {
    await dropStore(store);
    await mongo.stop();
  });
  return { store, reader: copyReader(store), repository: copyRepository(store, { linger: 0 }) };
}

export const aClient = { name: 'Mill', country: 'DE', maxAccountValue: 1, currency: 'EUR' };

/** Starts product, and creates its records as `owner`. */
export async function openOwner() {
  const product = await openProduct();
  const owner = caller();
  return {
    product,
    owner,
    async client(who = owner): Promise<string> {
      const { record } = await product.clients.createClient({ client: aClient }, who);
      return record?.id as string;
    },
  };
}

/** A call in the form that a handler receives. `timeout`: milliseconds until its deadline. */
export function callOf({ context }: Caller, timeout = 5_000): Call {
  const { principal } = context;
  const [now, { signal }] = [new Date(), new AbortController()];
  return { context, principal, deadline: Date.now() + timeout, signal, now, logger };
}
