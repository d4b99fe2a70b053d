import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import {
  GetPayablesRequest,
  GetReceivablesRequest,
  GetTaxReportRequest,
  type ReceivablesRow,
} from '#proto/finance/v1/report.contract.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import { OPEN_PART } from '../invoices/domain/invoice-cells.ts';
import type { InvoiceSums } from '../invoices/invoice-sums-repository.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import { OPEN_PART as OWED_PART } from '../purchase-orders/domain/purchase-cells.ts';
import type { PurchaseSums } from '../purchase-orders/purchase-sums-repository.ts';
import { Payables } from './domain/payables.ts';
import { type OwedRow, Receivables } from './domain/receivables.ts';
import { partsOf, TaxReport } from './domain/tax-report.ts';
import { namesOf } from './record-names.ts';
import { reportRpc } from './report-rpc.ts';

export interface MoneyReportParts {
  sums: Pick<InvoiceSums, 'read'>;
  supplierSums: Pick<PurchaseSums, 'read'>;
  copies: Pick<LocalCopies, 'known'>;
  settings: Pick<OrgSettings, 'today'>;
}

/** Ids in one query. */
const BATCH = 500;

/** Reports on what invoices and purchase orders ask for, from kept sums (decisions 7: Reports, ADR 65, ADR 70). */
export const moneyReports = ({ sums, supplierSums, copies, settings }: MoneyReportParts) => ({
  GetReceivables: reportRpc({
    report: 'Receivables',
    schema: GetReceivablesRequest,
    settings,
    async read({ clientId, currency }, { principal: { orgId }, deadline }, today) {
      const receivables = new Receivables(today, currency);
      const wanted = { from: OPEN_PART, to: OPEN_PART, partyId: clientId, deadline };
      await sums.read(orgId, wanted, ({ partyId, cells }) => receivables.add(partyId, cells));
      return byName(await named(copies, { orgId }, receivables.rows()));
    },
  }),
  GetPayables: reportRpc({
    report: 'Payables',
    schema: GetPayablesRequest,
    settings,
    async read({ supplierId, currency }, { principal: { orgId }, deadline }, today) {
      const payables = new Payables(today, currency);
      const wanted = { from: OWED_PART, to: OWED_PART, partyId: supplierId, deadline };
      await supplierSums.read(orgId, wanted, ({ partyId, cells }) => payables.add(partyId, cells));
      const rows = payables.rows();
      const ids = rows.map(({ supplierId }) => supplierId);
      const names = await namesOf(copies, { orgId }, 'supplier', ids);
      return rows
        .map((row) => ({ ...row, supplierName: names.get(row.supplierId) ?? null }))
        .sort(
          (one, other) =>
            order(one.supplierName ?? '', other.supplierName ?? '') ||
            order(one.supplierId, other.supplierId) ||
            order(one.currency, other.currency),
        );
    },
  }),
  GetTaxReport: reportRpc({
    report: 'TaxReport',
    schema: GetTaxReportRequest,
    settings,
    async read(filter, { principal: { orgId }, deadline }) {
      const report = new TaxReport(filter);
      await sums.read(orgId, { ...partsOf(filter), deadline }, ({ cells }) => report.add(cells));
      return report.rows();
    },
  }),
});

async function named(
  copies: Pick<LocalCopies, 'known'>,
  scope: ReadScope,
  rows: readonly OwedRow[],
): Promise<ReceivablesRow[]> {
  const ids = [...new Set(rows.flatMap(({ clientId }) => clientId ?? []))];
  const names = new Map<string, string>();
  for (let from = 0; from < ids.length; from += BATCH) {
    for (const [id, { name }] of await copies.known(scope, 'client', ids.slice(from, from + BATCH)))
      names.set(id, name);
  }
  return rows.map((row) => ({ ...row, clientName: names.get(row.clientId ?? '') ?? null }));
}

const order = new Intl.Collator('en').compare;

/** By the name of the client, those without a name last, then by currency. */
const byName = (rows: ReceivablesRow[]): ReceivablesRow[] =>
  rows.sort(
    (one, other) =>
      Number(one.clientName === null) - Number(other.clientName === null) ||
      order(one.clientName ?? one.clientId ?? '', other.clientName ?? other.clientId ?? '') ||
      order(one.clientId ?? '', other.clientId ?? '') ||
      order(one.currency, other.currency),
  );
