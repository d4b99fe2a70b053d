import { type PlannedShipment, shipments } from './shipments.ts';

/** The invoice of a shipment. */
export interface PlannedInvoice {
  invoiceNumber: string;
  shipment: PlannedShipment;
  issuedDate: string;
  dueDate: string;
  /** The amount that the bank reports as paid, for the invoice's total. */
  paid: (total: number) => number;
}

const all = (total: number) => total;
const half = (total: number) => Math.floor(total / 2);
const nothing = () => 0;

/** An invoice for each shipment. The first and the third are paid, the second in part, the last not yet. */
export const invoices: PlannedInvoice[] = shipments.map((shipment, index) => ({
  invoiceNumber: `AW27-${1001 + index}`,
  shipment,
  issuedDate: shipment.actualShipDate,
  dueDate: '2027-08-31',
  paid: [all, half, all, nothing][index] ?? nothing,
}));
