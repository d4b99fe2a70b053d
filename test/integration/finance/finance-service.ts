import { afterAll } from '@jest/globals';
import { serviceUnavailable } from '#chassis/domain/errors.ts';
import { openReferences, type References } from '#chassis/reference-integrity/references.ts';
import { connect, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import { finance, PARTS } from '../../../services/finance/finance.ts';
import type { FinancePeers } from '../../../services/finance/peers.ts';
import { logger } from '../../support/grpc.ts';
import { type Caller, caller } from '../../support/service/callers.ts';
import { type RunningService, startService } from '../../support/service/running-service.ts';
import { FakeProduct } from './fake-product.ts';

export interface FinanceService extends RunningService {
  accounts: RpcClient<'finance', 'ManagementAccountService'>;
  orders: RpcClient<'finance', 'OrderService'>;
  deliveryNotes: RpcClient<'finance', 'DeliveryNoteService'>;
  invoices: RpcClient<'finance', 'InvoiceService'>;
  purchaseOrders: RpcClient<'finance', 'PurchaseOrderService'>;
  bankAccounts: RpcClient<'finance', 'BankAccountService'>;
  bankStatements: RpcClient<'finance', 'BankStatementService'>;
  reports: RpcClient<'finance', 'ReportService'>;
  requirements: RpcClient<'finance', 'MaterialRequirementService'>;
  references: References;
  parts: ReturnType<typeof finance>;
  product: FakeProduct;
  calendar: Calendar;
  /** Marks overdue invoices once. */
  announceOverdue(now?: Date): Promise<void>;
}

/** A user of this client, in the org of `who`. */
export const callerOfClient = (who: Caller, clientId: string): Caller =>
  caller({ orgId: who.context.principal.orgId, role: 'client', clientId });

interface Calendar {
  /** The current day in all orgs without an entry in `of`. */
  today: string;
  /** The current day in certain orgs, by org id. `unknown`: identity is down for the org. */
  of: Record<string, string>;
}

/** Starts finance for the tests of a file. */
export async function openFinance(): Promise<FinanceService> {
  const finance = await startFinance();
  afterAll(() => finance.close(), 30_000);
  return finance;
}

/** Starts two replicas of finance for the tests of a file. They share a database. */
export async function openReplicas(): Promise<[FinanceService, FinanceService]> {
  const finance = await startFinance();
  const beside = await startFinance(finance);
  afterAll(async () => {
    await beside.close();
    await finance.close();
  }, 30_000);
  return [finance, beside];
}

/**
 * Starts finance with a fake product and fake settings. `beside`: the first replica; the new one shares its database.
 */
async function startFinance(beside?: FinanceService): Promise<FinanceService> {
  const product = beside?.product ?? new FakeProduct();
  const calendar = beside?.calendar ?? { today: '2026-01-31', of: {} };
  const settings = {
    async today({ principal: { orgId } }: { principal: { orgId: string } }) {
      const day = calendar.of[orgId] ?? calendar.today;
      if (day === 'unknown') throw serviceUnavailable('identity', undefined);
      return day;
    },
    defaultCurrency: async () => product.defaultCurrency,
    overInvoicingPercent: async () => product.overInvoicingPercent,
    invoiceNumberFormat: async () => product.invoiceNumberFormat,
    legalData: async () => product.issuer,
  };
  const peers = {
    copies: product,
    rates: async () => product.ratesOf(),
    settings,
    persons: (...asked: Parameters<FinancePeers['persons']>) => product.readPersons(...asked),
  };
  const running = await startService('finance', (data) => finance({ ...data, peers, logger }), beside);
  const channel = await running.channelFrom('gateway');
  const { printer, announceOverdue } = running.parts;
  return {
    ...running,
    product,
    calendar,
    references: openReferences(running.store, { parts: PARTS }),
    announceOverdue: (now = new Date(`${calendar.today}T12:00:00Z`)) => announceOverdue(now),
    accounts: connect('finance', 'ManagementAccountService', channel),
    orders: connect('finance', 'OrderService', channel),
    deliveryNotes: connect('finance', 'DeliveryNoteService', channel),
    invoices: connect('finance', 'InvoiceService', channel),
    purchaseOrders: connect('finance', 'PurchaseOrderService', channel),
    bankAccounts: connect('finance', 'BankAccountService', channel),
    bankStatements: connect('finance', 'BankStatementService', channel),
    reports: connect('finance', 'ReportService', channel),
    requirements: connect('finance', 'MaterialRequirementService', channel),
    async close() {
      await printer.stop?.();
      await running.close();
    },
  };
}
