import { type PlannedShipment, shipments } from './shipments.ts';

/** The invoice of a shipment. */
export interface PlannedInvoice {
  invoiceNumber: string;
  shipment: PlannedShipment;
  issuedDate: string;
  dueDate: string;
  /** The amount that the bank says was paid of it, by its total. */
  paid: (total: number) => number;
}

const all = (total: number) => total;
const half = (total: number) => Math.floor(total / 2);
const nothing = () => 0;

/** An invoice for each shipment: the first is paid, the second in part, the third again, the last not yet. */
export const invoices: PlannedInvoice[] = shipments.map((shipment, index) => ({
  invoiceNumber: `AW27-${1001 + index}`,
  shipment,
  issuedDate: shipment.actualShipDate,
  dueDate: '2027-08-31',
  paid: [all, half, all, nothing][index] ?? nothing,
}));
