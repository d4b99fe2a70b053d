export * from './bank-line.contract.ts';
export * from './bank-statement.contract.ts';
export * from './delivery-note.contract.ts';
export * from './invoice.contract.ts';
export * from './management-account.contract.ts';
export * from './order.contract.ts';
export * from './purchase-order.contract.ts';
export * from './tax.contract.ts';
