import { afterAll } from '@jest/globals';
import type { Store } from '#chassis/mongo/mongo.ts';
import { dropStore, openTestStore, sharedMongo, type TestMongo } from '../../support/backends/mongo.ts';

/**
 * Opens a database for all tests of a file. The file declares its models, and then starts the store. `at` may change the
 * URL of the server.
 */
export async function openFileStore(at = (url: string) => url): Promise<{ mongo: TestMongo; store: Store }> {
  const mongo = await sharedMongo();
  const store = await openTestStore({ url: at(mongo.url) });
  afterAll(async () => {
    await dropStore(store);
    await mongo.stop();
  });
  return { mongo, store };
}
