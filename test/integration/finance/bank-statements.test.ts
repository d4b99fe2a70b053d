import { describe, expect, jest, test } from '@jest/globals';
import { NeedsTurn } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { BankLine } from '#proto/gen/finance/v1/BankLine.ts';
import type { BankLineInput } from '#proto/gen/finance/v1/BankLineInput.ts';
import type { BankStatement } from '#proto/gen/finance/v1/BankStatement.ts';
import type { BankStatementInput } from '#proto/gen/finance/v1/BankStatementInput.ts';
import { inLineTurn } from '../../../services/finance/bank-statements/bank-statement-parts.ts';
import { commandsOf, countsKeys, plansOf } from '../../support/read-plans.ts';
import { type Caller, caller, envelopesOf, query } from '../../support/service/callers.ts';
import { openReplicas } from './finance-service.ts';
import { invoiced } from './invoice-scene.ts';
import { refused, refusedAt } from './refusals.ts';

const [finance, beside] = await openReplicas();

const fee: BankLineInput = { transactionDate: '2026-02-03', description: 'Account fee', debit: 12.5, balance: 87.5 };
const gift: BankLineInput = { transactionDate: '2026-02-02', referenceNo: 'R-1', credit: 100.1, balance: 100 };

async function create(
  who: Caller,
  lines: BankLineInput[] = [gift, fee],
  statement: Partial<BankStatementInput> = {},
  at = finance,
): Promise<BankStatement> {
  const sent = { accountNumber: 'PT50', currency: 'EUR', ...statement };
  const { record } = await at.bankStatements.createBankStatement({ statement: sent, lines }, who);
  return record as BankStatement;
}

const read = async (who: Caller, id: string) =>
  (await finance.bankStatements.getBankStatement({ id }, who)).record as BankStatement;

async function purchaseOrder(who: Caller, unitPrice: string, currency = 'EUR'): Promise<string> {
  const supplierId = finance.product.supplier({ name: 'Harbour Mill' }).id;
  const items = [{ description: 'Twill', qty: '1', unitPrice }];
  const { record } = await finance.purchaseOrders.createPurchaseOrder(
    { order: { supplierId, items, currency, status: 'approved' } },
    who,
  );
  return record?.id as string;
}

const only = ({ lines: [line] }: BankStatement) => line as BankLine;

describe('a statement', () => {
  test('is kept with its lines, and says what they say where nobody says otherwise', async () => {
    const who = caller();
    const made = await create(who, [{ ...gift, attributes: '{"branch":{"no":7}}' }, fee]);
    expect(made).toMatchObject({
      accountNumber: 'PT50',
      transactionDate: '2026-02-03',
      balance: 87.5,
      amount: 87.6,
      lineCount: 2,
      matchedLineCount: 0,
    });
    expect(made.documentId).toMatch(/^BS-\d{4}-000001$/);
    expect(made.lines).toMatchObject([
      { lineNumber: 1, amount: 100.1, matchStatus: 'unmatched', attributes: '{"branch":{"no":7}}' },
      { lineNumber: 2, amount: -12.5, bankStatementId: made.id },
    ]);
    for (const key of [made.id, made.documentId]) expect(await read(who, key)).toEqual(made);
    const reading = { id: made.id, onlyFields: ['id', 'lineCount'] };
    const brief = await finance.bankStatements.getBankStatement(reading, who);
    expect(brief.record).toMatchObject({ id: made.id, lineCount: 2, lines: [] });
    const { data, total } = await finance.bankStatements.listBankStatements(query({ search: 'pt5' }), who);
    expect({ data, total }).toMatchObject({ data: [{ id: made.id, lines: [] }], total: 1 });
  });

  test('takes changes of its header, but what its lines were judged by', async () => {
    const who = caller();
    const { id } = await create(who);
    const update = (patch: Partial<BankStatementInput>) =>
      finance.bankStatements.updateBankStatement({ id, patch, fields: Object.keys(patch) }, who);
    const { record, revision } = await update({ bankName: 'Banco do Porto', balance: 3.005 });
    expect({ record, revision }).toMatchObject({
      record: { bankName: 'Banco do Porto', balance: 3.01 },
      revision: 2,
    });
    expect(record?.lines).toHaveLength(2);
    await expect(update({ accountNumber: 'other' })).rejects.toEqual(refused('in_use', 'accountNumber'));
    await expect(update({ currency: 'JPY' })).rejects.toEqual(refused('in_use', 'currency'));
    const empty = await create(who, []);
    const other = { accountNumber: 'other', currency: 'JPY' };
    const moved = { id: empty.id, patch: other, fields: ['accountNumber', 'currency'] };
    expect((await finance.bankStatements.updateBankStatement(moved, who)).record).toMatchObject(other);
  });
});

describe('a statement without a currency', () => {
  const update = (who: Caller, id: string, patch: Partial<BankStatementInput>, at = finance) =>
    at.bankStatements.updateBankStatement({ id, patch, fields: Object.keys(patch) }, who);
  const file = (who: Caller, lines: BankLineInput[]) =>
    finance.bankStatements.importBankStatements(
      {
        statements: [{ accountNumber: 'PT50' }],
        lines: lines.map((input, at) => ({ line: at + 1, statement: 0, input })),
      },
      who,
    );
  /** An import without any currency, and a purchase order that its only line has paid. */
  async function unknown(who: Caller, line = fee) {
    const orderId = await purchaseOrder(who, '12.50');
    const { statements, lines, hint } = await file(who, [line]);
    expect({ lines, hint }).toMatchObject({ lines: [{ suggestions: [] }], hint: expect.stringContaining('PATCH') });
    return { orderId, ...(await read(who, statements[0] as string)) };
  }

  test('takes that of its active bank account, however the number is spelled, else the default of the org', async () => {
    const who = caller();
    const account = { name: 'Main', accountNumber: 'pt 50', currency: 'GBP' };
    const { record } = await finance.bankAccounts.createBankAccount({ account }, who);
    const currencies = async () => {
      const made = await finance.bankStatements.createBankStatement(
        { statement: { accountNumber: 'PT50' }, lines: [] },
        who,
      );
      const { hint, statements } = await file(who, [{ credit: Math.random() }]);
      const imported = await read(who, statements[0] as string);
      return [made.record?.currency, imported.currency, made.record?.hint !== undefined, hint !== undefined];
    };
    finance.product.defaultCurrency = 'SEK';
    try {
      expect(await currencies()).toEqual(['GBP', 'GBP', false, false]);
      await finance.bankAccounts.archiveBankAccount({ id: record?.id as string }, who);
      expect(await currencies()).toEqual(['SEK', 'SEK', false, false]);
    } finally {
      finance.product.defaultCurrency = undefined;
    }
    expect(await currencies()).toEqual([undefined, undefined, true, true]);
  });

  test('says so, and with its first currency its lines have suggestions, once', async () => {
    const who = caller();
    const { id, orderId } = await unknown(who);
    const { record } = await update(who, id, { currency: 'EUR' });
    expect(record).toMatchObject({
      currency: 'EUR',
      lines: [{ matchStatus: 'suggested', suggestions: [{ id: orderId }] }],
    });
    expect(record?.hint).toBeUndefined();
    expect((await file(who, [fee])).lines).toMatchObject([
      { status: 'duplicate', duplicateOf: only(record as BankStatement).id },
    ]);
    await expect(update(who, id, { currency: 'USD' })).rejects.toEqual(refused('in_use', 'currency'));
  });

  test('keeps the amounts of the bank: a currency with fewer decimals is refused', async () => {
    const who = caller();
    const { id } = await unknown(who);
    await expect(update(who, id, { currency: 'JPY' })).rejects.toEqual(refusedAt('body', 'currency'));
    expect(await read(who, id)).toMatchObject({ lines: [{ amount: -12.5, matchStatus: 'unmatched' }] });
  });

  test('gets one of two currencies, and leaves a line alone that is ignored at the same time', async () => {
    const who = caller();
    const { id, lines } = await unknown(who);
    const [first, second, ignored] = await Promise.allSettled([
      update(who, id, { currency: 'EUR' }),
      update(who, id, { currency: 'USD' }, beside),
      beside.bankStatements.ignoreBankLine({ id, lineId: lines[0]?.id as string }, who),
    ]);
    const [lost, ...others] = [first, second].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect([lost, others]).toEqual([refused('in_use', 'currency'), []]);
    expect(ignored.status).toBe('fulfilled');
    expect(only(await read(who, id))).toMatchObject({ matchStatus: 'ignored', suggestions: [] });
  });
});

describe('what is written', () => {
  const header = { bankName: 'Banco do Porto' };
  const patched = (who: Caller, id: string) =>
    finance.bankStatements.updateBankStatement({ id, patch: header, fields: ['bankName'] }, who);

  test('is answered as such where its lines cannot be read: without them', async () => {
    const who = caller();
    const { id } = await create(who, [fee]);
    const { collection } = finance.store.connection.model('BankLine');
    const find = collection.find.bind(collection);
    const away = jest.spyOn(collection, 'find').mockImplementation(((filter: object, options: { session?: object }) => {
      if (options.session) return find(filter, options as never);
      throw new Error('The database is away');
    }) as never);
    try {
      expect(await patched(who, id)).toMatchObject({ record: { ...header, lineCount: 1, lines: [] }, revision: 2 });
      // A create knows its lines, and does not read them again.
      expect(await create(who, [fee])).toMatchObject({ lineCount: 1, lines: [{ lineNumber: 1, debit: fee.debit }] });
      const lines = [{ line: 1, statement: 0, input: gift }];
      const imported = finance.bankStatements.importBankStatements(
        { statements: [{ accountNumber: 'A' }], lines },
        who,
      );
      expect((await imported).lines).toMatchObject([{ status: 'created', suggestions: [] }]);
    } finally {
      away.mockRestore();
    }
  });

  test('of many lines waits for its turn first: what comes out of turn, or too late, is not written', async () => {
    const who = caller();
    const lines = Array.from({ length: 251 }, (_, index) => ({ ...fee, referenceNo: `R-${index}` }));
    const { id } = await create(who, lines);
    const outOfTurn = { context: { ...who.context, outOfTurn: true as const } };
    await expect(patched(outOfTurn, id)).rejects.toBeInstanceOf(NeedsTurn);
    await expect(read(outOfTurn, id)).rejects.toBeInstanceOf(NeedsTurn);
    const over = Promise.withResolvers<void>();
    const { context } = who;
    const call = { context, principal: context.principal, deadline: Date.now() + 8_000 } as Call;
    const taken = inLineTurn(call, lines.length, () => over.promise);
    // The handler is called directly: on a busy machine, the deadline of a client passes before the answer arrives.
    const late = { ...call, deadline: Date.now() + 500, now: new Date() };
    const service = finance.parts.services.find(({ name }) => name === 'BankStatementService');
    const update = service?.methods.UpdateBankStatement?.answer({ id, patch: header, fields: ['bankName'] }, late);
    await expect(update).rejects.toEqual(refused('deadline_exceeded'));
    over.resolve();
    await taken;
    expect((await read(who, id)).bankName).toBeUndefined();
    expect(await patched(who, id)).toMatchObject({ record: header, revision: 2 });
  });
});

describe('a line that is known already', () => {
  test('is kept and marked, line by line: the n-th of its kind is the duplicate of the n-th', async () => {
    const who = caller();
    const first = await create(who, [fee, fee, gift]);
    const again = await create(who, [
      fee,
      { ...fee, transactionDate: '2026-02-03T00:00:00Z' },
      fee,
      { ...gift, credit: 1 },
    ]);
    const [one, two] = first.lines.map(({ id }) => id);
    expect(first.lines.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, undefined, undefined]);
    expect(again.lines.map(({ duplicateOf }) => duplicateOf)).toEqual([one, two, undefined, undefined]);
    const elsewhere = await create(who, [fee], { accountNumber: 'PT51' });
    expect(only(elsewhere).duplicateOf).toBeUndefined();
  });

  test('keeps the statement of the line that it repeats', async () => {
    const who = caller();
    const [first, again] = [await create(who), await create(who)];
    const remove = (id: string) => finance.bankStatements.deleteBankStatement({ id }, who);
    await expect(remove(first.id)).rejects.toEqual(refused('in_use', again.documentId));
    await remove(again.id);
    await remove(first.id);
    expect((await create(who)).lines.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, undefined]);
  });
});

test('an import makes what is new, leaves out what is known or wrong, and says so line by line', async () => {
  const who = caller();
  const accounts = [{ accountNumber: 'A', currency: 'EUR' }, { accountNumber: 'B' }];
  const line = (number: number, input: BankLineInput, statement = 0) => ({ line: number, statement, input });
  const known = only(await create(who, [fee], { accountNumber: 'A' }));
  const orderId = await purchaseOrder(who, '30');
  const wrong = { debit: 1, credit: 3, amount: 1 };
  const paid = { debit: 30, description: 'HARBOUR MILL' };
  const lines = [line(2, fee), line(3, wrong), line(4, paid), line(9, gift, 1), line(10, gift, 1)];
  const reply = await finance.bankStatements.importBankStatements({ statements: accounts, lines }, who);
  const [first, second] = await Promise.all(reply.statements.map((id) => read(who, id)));
  expect(reply.statements).toHaveLength(2);
  expect(first).toMatchObject({ accountNumber: 'A', lineCount: 1, lines: [{ debit: 30, lineNumber: 1 }] });
  expect(second).toMatchObject({ accountNumber: 'B', lineCount: 2, amount: 200.2 });
  const suggestions = [{ type: 'purchase_order', id: orderId, number: orderId, amount: 30 }];
  expect(reply.lines).toMatchObject([
    { line: 2, status: 'duplicate', duplicateOf: known.id },
    { line: 3, status: 'error', error: expect.stringContaining('amount is credit - debit, here 2') },
    { line: 4, status: 'created', id: only(first as BankStatement).id, suggestions },
    { line: 9, status: 'created' },
    { line: 10, status: 'created' },
  ]);
});

describe('a line is matched', () => {
  const match = (who: Caller, line: BankLine, targetId: string, at = finance) =>
    at.bankStatements.matchBankLine(
      { id: line.bankStatementId, lineId: line.id, targetType: 'purchase_order', targetId },
      who,
    );
  const key = ({ bankStatementId: id, id: lineId }: BankLine) => ({ id, lineId });

  test('with a purchase order: it says so, keeps both, and unmatched it is open again', async () => {
    const who = caller();
    const orderId = await purchaseOrder(who, '12.50');
    const statement = await create(who, [fee]);
    const line = only(statement);
    expect(line).toMatchObject({ matchStatus: 'suggested', suggestions: [{ id: orderId, amount: 12.5 }] });
    const { record, revision } = await match(who, line, orderId);
    expect({ record, revision }).toMatchObject({
      record: { id: line.id, matchStatus: 'matched', matchedTransferId: orderId, suggestions: [] },
      revision: 2,
    });
    expect(await read(who, statement.id)).toMatchObject({ matchedLineCount: 1, lines: [record] });
    await expect(finance.bankStatements.deleteBankStatement({ id: statement.id }, who)).rejects.toEqual(
      refused('in_use'),
    );
    const cancel = () => finance.purchaseOrders.cancelPurchaseOrder({ id: orderId }, who);
    await expect(cancel()).rejects.toEqual(refused('in_use', 'have paid 12.5 EUR'));
    await expect(finance.purchaseOrders.deletePurchaseOrder({ id: orderId }, who)).rejects.toEqual(refused('in_use'));
    const back = await finance.bankStatements.unmatchBankLine(key(line), who);
    expect(back.record).toMatchObject({ matchStatus: 'suggested', suggestions: [{ id: orderId }] });
    await cancel();
    await finance.purchaseOrders.deletePurchaseOrder({ id: orderId }, who);
    await finance.bankStatements.ignoreBankLine(key(line), who);
    await finance.bankStatements.deleteBankStatement({ id: statement.id }, who);
    const told = (await envelopesOf(finance.store, statement.id)) as { type: string; data: BankStatement }[];
    expect(told.slice(0, -1).map(({ type, data }) => [type, only(data).matchStatus])).toEqual([
      ['bank_statement.created', 'suggested'],
      ['bank_statement.line_matched', 'matched'],
      ['bank_statement.line_unmatched', 'suggested'],
      ['bank_statement.line_ignored', 'ignored'],
    ]);
  });

  test.each([
    ['an order that there is not', async () => 'none', refusedAt('body', 'id')],
    ['another currency', (who: Caller) => purchaseOrder(who, '99', 'USD'), refusedAt('body', 'id')],
    ['less than the line has paid', (who: Caller) => purchaseOrder(who, '12.49'), refused('conflict', 'remain 12.49')],
  ])('not with %s', async (_what, target, refusal) => {
    const who = caller();
    const line = only(await create(who, [fee]));
    await expect(match(who, line, await target(who))).rejects.toEqual(refusal);
    expect(only(await read(who, line.bankStatementId)).matchStatus).toBe('unmatched');
  });

  test('not with a credit note, of which nothing is paid', async () => {
    const who = caller();
    const note = await invoiced(finance, who, { status: 'issued', invoiceType: 'credit_note' });
    const line = only(await create(who, [{ credit: 100 }]));
    const matched = finance.bankStatements.matchBankLine(
      { ...key(line), targetType: 'invoice', targetId: note.id },
      who,
    );
    await expect(matched).rejects.toEqual(refusedAt('body', 'id'));
    expect((await finance.invoices.getInvoice({ id: note.id }, who)).record).toMatchObject({ paidAmount: 0 });
  });

  test('of 20 lines that pay an order at once, as many as remain to be paid', async () => {
    const who = caller();
    const orderId = await purchaseOrder(who, '87.50');
    const { lines } = await create(who, Array(20).fill(fee));
    const matching = lines.map((line, n) => match(who, line, orderId, n % 2 ? beside : finance));
    const outcomes = await Promise.allSettled(matching);
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(lost).toEqual(Array(13).fill(refused('conflict', 'remain 0')));
  });

  test('and the order is not made cheaper than what has been paid of it', async () => {
    const who = caller();
    const orderId = await purchaseOrder(who, '20');
    await match(who, only(await create(who, [fee])), orderId);
    const patch = { items: [{ description: 'Twill', qty: '1', unitPrice: '12.49' }] };
    const update = finance.purchaseOrders.updatePurchaseOrder({ id: orderId, patch, fields: ['items'] }, who);
    await expect(update).rejects.toEqual(refused('in_use', '12.5 EUR'));
  });
});

describe('what a line may have paid is found', () => {
  /**
   * Inserts 1,001 copies of a record with other fields, each with its own id and number. A search reads fewer records.
   */
  async function many(collection: string, id: string, number: string, fields: object): Promise<void> {
    const stored = finance.store.connection.collection<{ _id: string }>(collection);
    const one = await stored.findOne({ _id: id });
    const copies = Array.from({ length: 1_001 }, (_, index) => `${newId()}-${index}`);
    await stored.insertMany(copies.map((copy) => ({ ...one, ...fields, _id: copy, [number]: copy })));
  }

  test.each([
    ['cancelled orders', 'cancelled', 'EUR'],
    ['orders in another currency', 'approved', 'USD'],
  ])('behind a thousand %s of which as much remains', async (_what, status, currency) => {
    const who = caller();
    const documentId = await purchaseOrder(who, '12.50');
    const { record } = await finance.purchaseOrders.getPurchaseOrder({ id: documentId }, who);
    await many('purchase_orders', record?.internalId as string, 'documentId', { status, currency });
    const later = await purchaseOrder(who, '12.50');
    const { suggestions } = only(await create(who, [fee]));
    expect(suggestions.map(({ id }) => id)).toEqual([documentId, later]);
  });

  test('behind a thousand invoices in another currency of which as much remains', async () => {
    const who = caller();
    const foreign = await invoiced(finance, who, { status: 'issued', currency: 'USD' });
    await many('invoices', foreign.id, 'invoiceNumber', {});
    const own = await invoiced(finance, who, { status: 'issued' });
    expect(only(await create(who, [{ credit: 100 }])).suggestions).toMatchObject([{ id: own.id }]);
  });

  test('without reading documents whole', async () => {
    const who = caller();
    const [invoice, order] = [await invoiced(finance, who, { status: 'issued' }), await purchaseOrder(who, '12.50')];
    const lines = [
      { credit: 100 },
      { credit: 7, referenceNo: invoice.invoiceNumber as string },
      fee,
      { debit: 7, referenceNo: order },
    ];
    let made: BankStatement | undefined;
    const sent = await commandsOf(finance.store, async () => {
      made = await create(who, lines);
    });
    expect(made?.lines.map(({ suggestions }) => suggestions.map(({ number }) => number))).toEqual([
      [invoice.invoiceNumber],
      [invoice.invoiceNumber],
      [order],
      [order],
    ]);
    const finds = sent.filter(({ command }) => ['invoices', 'purchase_orders'].includes(command.find));
    // Five that search, and two that read the names for each of the event and the answer.
    expect(finds).toHaveLength(9);
    const read = finds.flatMap(({ command }) => Object.keys(command.projection ?? { all: 1 }));
    expect(read.filter((field) => ['all', 'items', 'lineItems', 'versions'].includes(field))).toEqual([]);
  });

  test('in the field of what remains, which a draft, a credit note, and what is paid do not have', async () => {
    const who = caller();
    const made = await Promise.all([
      invoiced(finance, who, { status: 'issued', paidAmount: 40 }),
      invoiced(finance, who),
      invoiced(finance, who, { status: 'paid' }),
      invoiced(finance, who, { status: 'issued', invoiceType: 'credit_note' }),
    ]);
    const stored = finance.store.connection.collection<{ _id: string; remaining: number | null }>('invoices');
    const found = await Promise.all(made.map(({ id }) => stored.findOne({ _id: id })));
    expect(found.map((one) => one?.remaining)).toEqual([60, null, null, null]);
  });
});

const pagesOf =
  (who: Caller, id: string) =>
  (more: object, asked: object = {}) =>
    finance.bankStatements.listBankLines({ id, ...query({ sort: 'lineNumber', ...asked }), ...more }, who);

test('lines are listed by pages in their order, of one status', async () => {
  const who = caller();
  const { id, lines } = await create(who, [fee, gift, fee]);
  await finance.bankStatements.ignoreBankLine({ id, lineId: lines[1]?.id as string }, who);
  const page = pagesOf(who, id);
  expect((await page({ matchStatus: 'ignored' })).data.map(({ lineNumber }) => lineNumber)).toEqual([2]);
  const first = await page({}, { limit: 2 });
  expect(first).toMatchObject({ total: 3, data: [{ lineNumber: 1 }, { lineNumber: 2 }] });
  expect((await page({}, { after: first.next })).data).toMatchObject([{ lineNumber: 3 }]);
});

test('a page of lines reads an index of its statement alone', async () => {
  const who = caller();
  const { store, bankStatements } = finance;
  const many = Array.from({ length: 200 }, (_, index) => ({ ...fee, referenceNo: `R-${index}` }));
  const [{ id, lines }] = [await create(who, many), await create(who, many, { accountNumber: 'PT51' })];
  await bankStatements.ignoreBankLine({ id, lineId: lines[150]?.id as string }, who);
  if (!(await countsKeys(store))) return;
  const page = pagesOf(who, id);
  const { next } = await page({}, { page: 10 });
  for (const [asked, found, counted] of [
    [() => page({}), 10, 200],
    [() => page({}, { sort: '-lineNumber', page: 2 }), 20, 200],
    [() => page({}, { after: next }), 12, 0],
    [() => page({ matchStatus: 'ignored' }), 1, 1],
  ] as const) {
    const plans = await plansOf(store, 'bank_lines', asked);
    for (const { command, index, sortsInMemory, keysExamined } of plans) {
      expect(Object.keys(index ?? {}).slice(0, 2)).toEqual(['orgId', 'bankStatementId']);
      expect(sortsInMemory).toBe(false);
      // Two more keys: the key that shows the end of a range, and the key before it.
      expect(keysExamined).toBeLessThanOrEqual((command === 'find' ? found : counted) + 2);
    }
  }
});

test('the lines of all statements are listed, those to match without duplicates, and of one org alone', async () => {
  const [who, other] = [caller(), caller()];
  await create(who);
  const again = await create(who, [gift, { credit: 7 }], { accountNumber: 'PT50' });
  await create(other);
  await finance.bankStatements.ignoreBankLine({ id: again.id, lineId: again.lines[1]?.id as string }, who);
  const listed = async (filter: { toMatch?: boolean; matchStatus?: string }) => {
    const all = query({ limit: 100, sort: 'updatedAt' });
    const { data, total } = await finance.bankStatements.listAllBankLines({ ...all, ...filter }, who);
    expect(total).toBe(data.length);
    return data.map(({ credit, debit }) => credit ?? -(debit ?? 0)).sort((a, b) => a - b);
  };
  expect(await listed({})).toEqual([-12.5, 7, 100.1, 100.1]);
  expect(await listed({ toMatch: true })).toEqual([-12.5, 100.1]);
  expect(await listed({ toMatch: false })).toEqual([7, 100.1]);
  expect(await listed({ toMatch: false, matchStatus: 'unmatched' })).toEqual([100.1]);
});
