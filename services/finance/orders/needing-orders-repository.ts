import { namedBy } from '#chassis/mongo/document-ids.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { Order } from './domain/order.ts';
import { orderModel } from './repository.ts';

const FIELDS = ['documentId', 'status', 'requestedDeliveryDate', 'deliveryWindowEnd', 'lineItems'] as const;

/** The fields of an order that material requirements need. */
export type NeedingOrder = Pick<Order, 'id' | (typeof FIELDS)[number]>;

/** Reads the orders that material requirements are made of. */
export interface NeedingOrders {
  /** The confirmed orders, the oldest first, at most `limit`. */
  confirmed(scope: ReadScope, limit: number): Promise<NeedingOrder[]>;
  /** Orders by id or documentId, in no order, in any status. */
  named(scope: ReadScope, keys: readonly string[]): Promise<NeedingOrder[]>;
}

const BY_STATUS = { orgId: 1, status: 1, createdAt: 1, _id: 1 } as const;
const projection = Object.fromEntries(FIELDS.map((field) => [field, 1]));

export function needingOrders({ connection }: Pick<Store, 'connection'>): NeedingOrders {
  const { collection } = recordModel(connection, orderModel);

  async function read(scope: ReadScope, filter: object, options: object): Promise<NeedingOrder[]> {
    const found = collection.find(filter as never, { projection, ...options, ...sessionOf(scope) });
    const rows = (await found.toArray()) as unknown as ({ _id: string } & Omit<NeedingOrder, 'id'>)[];
    return rows.map(({ _id: id, ...order }) => ({ id, ...order }));
  }

  return {
    confirmed: (scope, limit) =>
      read(scope, { orgId: scope.orgId, status: 'confirmed' }, { hint: BY_STATUS, sort: BY_STATUS, limit }),
    named: (scope, keys) => read(scope, namedBy(scope.orgId, keys), {}),
  };
}
