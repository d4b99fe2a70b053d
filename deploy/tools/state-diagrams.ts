import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archivableMoves } from '#chassis/domain/archivable.ts';
import type { Moves } from '#chassis/domain/lifecycle.ts';
import { bankLineMoves } from '../../services/finance/bank-statements/domain/bank-line.ts';
import { deliveryNoteMoves } from '../../services/finance/delivery-notes/domain/delivery-note.ts';
import { invoiceMoves } from '../../services/finance/invoices/domain/invoice-status.ts';
import { accountMoves } from '../../services/finance/management-accounts/domain/account.ts';
import { orderMoves } from '../../services/finance/orders/domain/order.ts';
import { purchaseOrderMoves } from '../../services/finance/purchase-orders/domain/purchase-order.ts';
import { versionMoves } from '../../services/product/boms/domain/bom.ts';
import { readCommandLine } from '../local/command-line.ts';

/** Where the diagrams are kept. */
export const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'states.md');

interface Machine {
  resource: string;
  first: string;
  moves: Moves<string, string>;
}

/** Every resource that has states, with the table that its rules use. */
const machines: readonly Machine[] = [
  { resource: 'Client, supplier, style, material', first: 'active', moves: archivableMoves },
  { resource: 'BOM version', first: 'draft', moves: versionMoves },
  { resource: 'Sales order', first: 'draft', moves: orderMoves },
  { resource: 'Delivery note', first: 'draft', moves: deliveryNoteMoves },
  { resource: 'Invoice', first: 'draft', moves: invoiceMoves },
  { resource: 'Direct-cost purchase order', first: 'draft', moves: purchaseOrderMoves },
  { resource: 'Bank line', first: 'unmatched', moves: bankLineMoves },
  { resource: 'Management account', first: 'active', moves: accountMoves },
];

const INTRODUCTION = `# States

Drawn by \`npm run docs:states\` from the tables in the domain files. An arrow is a move, \`POST …/{id}/<move>\`; one in brackets is made by
what it names, and not by a caller. A create may name any status.
`;

/** The page, from the tables. */
export const statesPage = (): string => [INTRODUCTION, ...machines.map(diagram)].join('\n');

function diagram({ resource, first, moves }: Machine): string {
  const arrows = Object.entries(moves).flatMap(([name, { from, to, by }]) =>
    from.filter((status) => status !== to).map((status) => `  ${status} --> ${to}: ${by ? `(${by})` : name}`),
  );
  return [`## ${resource}`, '', '```mermaid', 'stateDiagram-v2', `  [*] --> ${first}`, ...arrows, '```', ''].join('\n');
}

if (import.meta.main) {
  readCommandLine({ name: 'npm run docs:states', does: 'Draws docs/states.md from the tables of the domain files.' });
  await writeFile(PAGE, statesPage());
}
