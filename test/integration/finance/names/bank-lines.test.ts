import { expect, test } from '@jest/globals';
import type { BankStatement } from '#proto/gen/finance/v1/BankStatement.ts';
import { type Caller, caller, envelopesOf, keyed, query, recordOf } from '../../../support/service/callers.ts';
import { openFinance } from '../finance-service.ts';
import { invoiced } from '../invoice-scene.ts';

const finance = await openFinance();
const { product, bankAccounts, bankStatements, purchaseOrders } = finance;

const sold = { transactionDate: '2026-02-02', description: 'INV-1', credit: 100 };
const bought = { transactionDate: '2026-02-03', description: 'Twill', debit: 12.5 };

/** An account, an invoice and a purchase order whose numbers are equal in each org, and a statement of their payments. */
async function scene(who: Caller, named: string) {
  const [client, supplier] = [product.client({ name: `${named} shop` }), product.supplier({ name: `${named} mill` })];
  const account = { name: `${named} account`, accountNumber: 'pt 50' };
  const { id: accountId } = await recordOf(bankAccounts.createBankAccount({ account }, who));
  const invoice = await invoiced(finance, who, {
    ...{ invoiceNumber: 'INV-1', clientId: client.id, currency: 'EUR', status: 'issued' },
    lineItems: [{ description: 'Jackets', amount: 100 }],
  });
  const items = [{ description: 'Twill', qty: '1', unitPrice: '12.50' }];
  const order = await recordOf(
    purchaseOrders.createPurchaseOrder(
      { order: { supplierId: supplier.id, items, currency: 'EUR', status: 'approved' } },
      who,
    ),
  );
  const statement = { accountNumber: 'PT50', currency: 'EUR' };
  const made = await recordOf(bankStatements.createBankStatement({ statement, lines: [sold, bought] }, who));
  return { account: { id: accountId }, client, invoice, order, statement: made };
}

const lineOf = ({ lines }: BankStatement, index: number) => lines[index]?.id as string;

test('a statement, its lines and their suggestions have the names of their own org, in answers and events', async () => {
  const [here, there] = [caller(), caller()];
  const [own, other] = [await scene(here, 'Own'), await scene(there, 'Other')];
  expect(other.statement.documentId).toBe(own.statement.documentId);
  const { statement, invoice, order } = own;
  const bankStatementNumber = statement.documentId;
  const named = {
    bankAccountName: 'Own account',
    lines: [
      { bankStatementNumber, suggestions: [{ number: 'INV-1', partyName: 'Own shop' }] },
      { bankStatementNumber, suggestions: [{ number: order.id, partyName: 'Own mill' }] },
    ],
  };
  expect(statement).toMatchObject(named);
  expect(await recordOf(bankStatements.getBankStatement({ id: statement.id }, here))).toEqual(statement);
  const [created] = await envelopesOf(finance.store, statement.id);
  expect(created.data).toMatchObject(named);

  const { id } = statement;
  const ofSale = { id, lineId: lineOf(statement, 0), targetType: 'invoice', targetId: invoice.id };
  const sale = { bankStatementNumber, matchedTransferNumber: 'INV-1', matchedPartyName: 'Own shop' };
  expect(await recordOf(bankStatements.matchBankLine(ofSale, here))).toMatchObject(sale);
  const ofPurchase = { id, lineId: lineOf(statement, 1), targetType: 'purchase_order', targetId: order.internalId };
  const purchase = { bankStatementNumber, matchedTransferNumber: order.id, matchedPartyName: 'Own mill' };
  expect(await recordOf(bankStatements.matchBankLine(ofPurchase, here))).toMatchObject(purchase);
  const matched = (await envelopesOf(finance.store, id)).at(-1);
  expect(matched).toMatchObject({
    data: { bankAccountName: 'Own account', lines: [purchase] },
    previous: { lines: [{ matchedPartyName: null, suggestions: [{ partyName: 'Own mill' }] }] },
  });

  const [inStatement, inAll] = [
    await bankStatements.listBankLines({ id, ...query({ sort: 'lineNumber' }) }, here),
    await bankStatements.listAllBankLines(query({ sort: '-amount' }), here),
  ];
  expect(inStatement.data).toMatchObject([sale, purchase]);
  expect(inAll.data).toEqual(inStatement.data);
});

test('a new name is shown at once, and is no event; without an account and a client there is none', async () => {
  const who = caller();
  const { account, client, statement, invoice } = await scene(who, 'Old');
  const { id } = statement;
  const target = { targetType: 'invoice', targetId: invoice.id };
  await bankStatements.matchBankLine({ id, lineId: lineOf(statement, 0), ...target }, who);
  const events = (await envelopesOf(finance.store, id)).length;

  Object.assign(client, { name: 'New shop' });
  const patch = { name: 'New account' };
  await bankAccounts.updateBankAccount({ id: account.id, patch, fields: ['name'] }, who);
  const shown = await recordOf(bankStatements.getBankStatement({ id }, who));
  expect(shown).toMatchObject({ bankAccountName: 'New account', lines: [{ matchedPartyName: 'New shop' }, {}] });

  await bankAccounts.deleteBankAccount({ id: account.id }, who);
  product.forget(client.id);
  const { data } = await bankStatements.listBankStatements(query(), who);
  expect(data).toMatchObject([{ id }]);
  expect(data[0]).not.toHaveProperty('bankAccountName');
  const [line] = (await bankStatements.listBankLines({ id, ...query({ sort: 'lineNumber' }) }, who)).data;
  expect(line).toMatchObject({ matchedTransferNumber: 'INV-1' });
  expect(line).not.toHaveProperty('matchedPartyName');
  expect(await envelopesOf(finance.store, id)).toHaveLength(events);
});

test('an import names the parties of its suggestions, also where it is repeated', async () => {
  const org = caller();
  const { client } = await scene(org, 'Own');
  const who = keyed(org, 'importBankStatements');
  const statements = [{ accountNumber: 'PT51', currency: 'EUR' }];
  const request = { statements, lines: [{ line: 2, statement: 0, input: sold }] };
  const imported = await bankStatements.importBankStatements(request, who);
  expect(imported.lines).toMatchObject([{ status: 'created', suggestions: [{ partyName: 'Own shop' }] }]);
  Object.assign(client, { name: 'New shop' });
  const again = await bankStatements.importBankStatements(request, who);
  expect(again).toMatchObject({ replayed: true, lines: [{ suggestions: [{ partyName: 'New shop' }] }] });
});
