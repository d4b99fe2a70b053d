import type { Order } from './order.ts';

/** The fields of an order that its documents print. */
export type PrintedOrder = Pick<
  Order,
  'documentId' | 'clientOrderNumber' | 'deliveryAddress' | 'incoterm' | 'incotermPlace'
>;

/** Facts about the order of a document. `order`: undefined if there is none, or it was deleted. */
export const factsOfOrder = (order: PrintedOrder | undefined) => ({
  'Sales order': order?.documentId,
  'Your order': order?.clientOrderNumber,
  Incoterm: [order?.incoterm, order?.incotermPlace].filter((word) => word).join(' '),
});
