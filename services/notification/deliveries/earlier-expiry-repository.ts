import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { deliveryModel } from './repository.ts';

/** An index of an earlier version: it expired deliveries by their creation, even if they were still planned. */
const EARLIER = 'createdAt_1';

/**
 * Drops the earlier index, because deliveries now expire by the time of the attempt. A replica of the earlier version
 * creates the index again at each start.
 */
export const dropEarlierExpiry: Upgrade = {
  name: 'deliveries expire when they were made',
  async apply(connection) {
    const { collection } = deliveryModel({ connection });
    const isThere = (await collection.indexes()).some(({ name }) => name === EARLIER);
    if (isThere) await collection.dropIndex(EARLIER);
    return isThere ? 1 : 0;
  },
};
