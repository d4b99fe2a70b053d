import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { deliveryModel } from './repository.ts';

/** The index by which an earlier version let deliveries expire, whether they had been made or not. */
const EARLIER = 'createdAt_1';

/** Deliveries expire from when they were made. An earlier version makes its index again as often as it starts. */
export const dropEarlierExpiry: Upgrade = {
  name: 'deliveries expire when they were made',
  async apply(connection) {
    const { collection } = deliveryModel({ connection });
    const isThere = (await collection.indexes()).some(({ name }) => name === EARLIER);
    if (isThere) await collection.dropIndex(EARLIER);
    return isThere ? 1 : 0;
  },
};
