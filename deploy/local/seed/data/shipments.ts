import { orders, type PlannedOrder } from './orders.ts';

/** A delivery note that ships a part of an order. */
export interface PlannedShipment {
  /** The text that identifies the delivery note. */
  notes: string;
  order: PlannedOrder;
  /** The quantity of a line in this shipment. */
  qtyOf(ordered: number): number;
  carrier: string;
  trackingNumber: string;
  actualShipDate: string;
}

const half = (ordered: number) => Math.floor(ordered / 2);
const rest = (ordered: number) => ordered - half(ordered);

const started = orders.filter(({ moves }) => moves.some((move) => move === 'start'));

/** Shipments of half of each order that is in production, and of the rest of the first order. */
export const shipments: PlannedShipment[] = started.flatMap((order, index) => {
  const first = {
    notes: `${order.notes}: first half`,
    order,
    qtyOf: half,
    carrier: 'Baltic Freight Lines',
    trackingNumber: `BFL-270${index + 1}-1`,
    actualShipDate: '2027-06-28',
  };
  const second = {
    ...first,
    notes: `${order.notes}: the rest`,
    qtyOf: rest,
    trackingNumber: `BFL-270${index + 1}-2`,
    actualShipDate: '2027-07-09',
  };
  return index === 0 ? [first, second] : [first];
});
