import type { PrintedDocument } from '../../../../../services/finance/pdf/domain/printed-document.ts';

/** A purchase order of one line, but for what a test says. */
export const printed = (fields: Partial<PrintedDocument> = {}): PrintedDocument => ({
  title: 'Purchase order',
  number: 'DCPO-2026-000042',
  mark: null,
  fileName: 'DCPO-2026-000042',
  changedAt: new Date('2026-01-31T10:00:00.000Z'),
  issuer: { name: 'Confecções Ação Lda', address: 'Rua do Ouro 12\n1100-063 Lisboa', taxId: 'PT501234567' },
  parties: [{ label: 'Supplier', name: 'Łódź Włókna S.A.', address: 'Poland', taxId: null }],
  facts: [{ label: 'Order date', value: '2026-01-31' }],
  columns: [
    { title: '#', align: 'right' },
    { title: 'Description', fills: true },
    { title: 'Amount', align: 'right' },
  ],
  lines: [['1', 'Twill', '21.00']],
  totals: [
    { label: 'Subtotal', value: '21.00' },
    { label: 'Total EUR', value: '21.00' },
  ],
  notes: null,
  ...fields,
});

/** So many lines, each with a description that names it. */
export const linesOf = (count: number, description = (line: number) => `Line ${line}.`): string[][] =>
  Array.from({ length: count }, (_, line) => [String(line + 1), description(line), '21.00']);

export const issuer = { name: 'Harbour & Sons Lda', address: 'Lisboa', taxId: 'PT501234567' };
export const client = { name: 'Nordwind A/S', address: 'Vesterbrogade 12\nKøbenhavn', taxId: 'DK12345678' };

/** Facts or totals in the form `Total EUR: 21.00`. */
export const textsOf = (facts: { label: string; value: string }[]) =>
  facts.map(({ label, value }) => `${label}: ${value}`);
