import { expect, test } from '@jest/globals';
import type { Api } from '../../../../../deploy/local/seed/api.ts';
import { addBankStatements } from '../../../../../deploy/local/seed/banking.ts';
import { bankAccounts, bankFee } from '../../../../../deploy/local/seed/data/bank.ts';
import { invoices } from '../../../../../deploy/local/seed/data/invoices.ts';

const [first] = invoices as [(typeof invoices)[number]];
const account = bankAccounts[bankFee.currency] as string;
const stored = new Map(
  invoices.map(({ invoiceNumber }) => {
    const id = `id of ${invoiceNumber}`;
    const amounts = { currency: bankFee.currency, totalAmount: 100 };
    return [invoiceNumber, { id, invoiceNumber, status: 'issued', ...amounts }] as const;
  }),
);

const line = (id: string, referenceNo: string | null, matchStatus = 'unmatched') => ({ id, referenceNo, matchStatus });
type Statement = { id: string; accountNumber: string; lines: ReturnType<typeof line>[] };
const ours: Statement = {
  id: 's1',
  accountNumber: account,
  lines: [line('paid', first.invoiceNumber, 'suggested'), line('fee', bankFee.referenceNo)],
};

/** The bank statements of an org, and what was done to their lines. */
function bank(theirs: Statement[]) {
  const statements = [...theirs];
  const moves: string[] = [];
  const api: Api = {
    async get<T>(path: string) {
      const found = statements.find(({ id }) => path.endsWith(`/bank-statements/${id}`));
      return (found ?? { total: '50.00' }) as T;
    },
    async send<T>(_method: string, path: string) {
      moves.push(path.slice('/api/v1/bank-statements/'.length));
      return {} as T;
    },
    all: async <T>() => statements as T[],
    async importFile() {
      statements.push(ours);
    },
    importCsv: async () => {},
  };
  return { api, moves };
}

const purchases = new Map([['piedmont', 'PO-1']]);

test("matches the lines of the season's own statements, and ignores its fee", async () => {
  const { api, moves } = bank([]);
  expect(await addBankStatements(api, new Map(stored), purchases)).toEqual(['s1']);
  expect(moves).toEqual(['s1/lines/paid/match', 's1/lines/fee/ignore']);
});

test.each([
  ['a statement of another account', { ...ours, id: 's2', accountNumber: 'Y-1' }],
  [
    'lines of the same account that name something else',
    { ...ours, id: 's2', lines: [line('wages', 'WAGES-08', 'suggested'), line('nothing', null)] },
  ],
])('leaves %s to its caller', async (_what, theirs) => {
  const { api, moves } = bank([theirs]);
  await addBankStatements(api, new Map(stored), purchases);
  expect(moves.filter((move) => move.startsWith('s2/'))).toEqual([]);
  expect(moves).toHaveLength(2);
});
