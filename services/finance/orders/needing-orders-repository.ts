import { namedBy } from '#chassis/mongo/document-ids.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { inTime } from '#chassis/mongo/read-limits.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { Order } from './domain/order.ts';
import { orderModel } from './repository.ts';

const FIELDS = ['documentId', 'status', 'requestedDeliveryDate', 'deliveryWindowEnd', 'lineItems'] as const;

/** The fields of an order that material requirements need. */
export type NeedingOrder = Pick<Order, 'id' | (typeof FIELDS)[number]>;

/** Reads the orders that material requirements are made of. Errors: deadline_exceeded at `deadline` (epoch milliseconds). */
export interface NeedingOrders {
  /** The confirmed orders, the oldest first, at most `limit`. */
  confirmed(scope: ReadScope, limit: number, deadline: number): Promise<NeedingOrder[]>;
  /** Orders by id or documentId, in no order, in any status. */
  named(scope: ReadScope, keys: readonly string[], deadline: number): Promise<NeedingOrder[]>;
}

const BY_STATUS = { orgId: 1, status: 1, createdAt: 1, _id: 1 } as const;
const projection = Object.fromEntries(FIELDS.map((field) => [field, 1]));

export function needingOrders({ connection }: Pick<Store, 'connection'>): NeedingOrders {
  const { collection } = recordModel(connection, orderModel);

  async function read(
    scope: ReadScope,
    filter: object,
    { deadline, ...options }: { deadline: number; hint?: object; sort?: object; limit?: number },
  ): Promise<NeedingOrder[]> {
    const found = await inTime({ deadline }, (time) =>
      collection.find(filter as never, { projection, ...options, ...sessionOf(scope), ...time } as never).toArray(),
    );
    const rows = found as unknown as ({ _id: string } & Omit<NeedingOrder, 'id'>)[];
    return rows.map(({ _id: id, ...order }) => ({ id, ...order }));
  }

  return {
    confirmed(scope, limit, deadline) {
      const filter = { orgId: scope.orgId, status: 'confirmed' };
      return read(scope, filter, { hint: BY_STATUS, sort: BY_STATUS, limit, deadline });
    },
    named: (scope, keys, deadline) => read(scope, namedBy(scope.orgId, keys), { deadline }),
  };
}
