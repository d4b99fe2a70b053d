import type { Api } from './api.ts';
import { type BankLine, type BankStatement, camtFile } from './camt.ts';
import { bankAccounts, bankFee, ownAccounts, paidSupplier, statementDate } from './data/bank.ts';
import { invoices } from './data/invoices.ts';
import { suppliers } from './data/suppliers.ts';
import type { Invoices } from './invoices.ts';
import type { Purchases } from './purchases.ts';

interface StoredStatement {
  id: string;
  lines: { id: string; referenceNo: string; matchStatus: string }[];
}

type Target = { type: 'invoice' | 'purchase_order'; id: string };
/** The target of a bank line that pays no document. */
const NOBODYS = 'nobody';

/** Adds the missing bank accounts. */
export async function addBankAccounts(api: Api): Promise<number> {
  const path = '/api/v1/bank-accounts';
  const known = new Set((await api.all<{ accountNumber: string }>(path)).map(({ accountNumber }) => accountNumber));
  for (const account of ownAccounts) {
    if (!known.has(account.accountNumber)) await api.send('POST', path, account);
  }
  return ownAccounts.length;
}

/**
 * Imports the payments that the bank reports in a file, and matches each with its document. Returns the ids of the
 * statements.
 */
export async function addBankStatements(api: Api, invoices: Invoices, purchases: Purchases): Promise<string[]> {
  const { statements, targets } = await plan(api, invoices, purchases);
  const path = '/api/v1/bank-statements';
  const accounts = new Set(statements.map(({ accountNumber }) => accountNumber));
  const own = async () =>
    (await api.all<{ id: string; accountNumber: string }>(path)).filter((one) => accounts.has(one.accountNumber));
  const known = new Set((await own()).map(({ accountNumber }) => accountNumber));
  const missing = statements.filter(({ accountNumber }) => !known.has(accountNumber));
  if (missing.length > 0) await api.importFile(path, 'application/xml', camtFile('AW27-2027-08', missing));
  const ids = (await own()).map(({ id }) => id);
  for (const id of ids) {
    const { lines } = await api.get<StoredStatement>(`${path}/${id}`);
    for (const line of lines.filter(({ matchStatus }) => ['unmatched', 'suggested'].includes(matchStatus))) {
      const target = targets.get(line.referenceNo);
      // The seed did not plan this line, so the user decides about it.
      if (!target) continue;
      const move = `${path}/${id}/lines/${line.id}`;
      await (target === NOBODYS ? api.send('POST', `${move}/ignore`) : api.send('POST', `${move}/match`, target));
    }
  }
  return ids;
}

/** Plans a statement for each account. The reference of a line is the number of its document. */
async function plan(api: Api, stored: Invoices, purchases: Purchases) {
  const lines: (BankLine & { currency: string })[] = [];
  const targets = new Map<string, Target | typeof NOBODYS>([[bankFee.referenceNo, NOBODYS]]);
  for (const { invoiceNumber, paid, shipment } of invoices) {
    const { id, totalAmount, currency } = stored.get(invoiceNumber) as NonNullable<ReturnType<Invoices['get']>>;
    const amount = paid(totalAmount);
    if (amount === 0) continue;
    const description = `${shipment.order.client}, invoice ${invoiceNumber}`;
    lines.push({ date: '2027-08-20', amount, referenceNo: invoiceNumber, description, currency });
    targets.set(invoiceNumber, { type: 'invoice', id });
  }
  const purchase = purchases.get(paidSupplier) as string;
  const { total } = await api.get<{ total: string }>(`/api/v1/purchase-orders/direct-cost/${purchase}`);
  const { name, currency } = suppliers[paidSupplier];
  lines.push({ date: '2027-08-24', amount: -Number(total), referenceNo: purchase, description: name, currency });
  targets.set(purchase, { type: 'purchase_order', id: purchase });
  lines.push({ ...bankFee, date: statementDate, amount: -bankFee.amount });
  return { statements: statementsOf(lines), targets };
}

const statementsOf = (lines: (BankLine & { currency: string })[]): BankStatement[] =>
  [...Map.groupBy(lines, (line) => line.currency)].map(([currency, own]) => ({
    accountNumber: bankAccounts[currency] ?? currency,
    currency,
    date: statementDate,
    lines: own,
  }));
