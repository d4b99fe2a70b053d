import { Faults } from '#chassis/domain/faults.ts';
import { bankLineSorts } from '#proto/finance/v1/contract.ts';
import { bankLineSortKeys, newBankLine } from '../../../services/finance/bank-statements/domain/bank-line.ts';
import { lineRepository } from '../../../services/finance/bank-statements/line-repository.ts';
import type { Listed } from './listed.ts';

type Lines = ReturnType<Listed['open']>;

/** Where one statement of the org ends and the next begins. */
const LINES_OF_STATEMENT = 5_000;

/** The lines of an org's first statement, among those of others. */
export const bankLines: Listed = {
  open({ store }) {
    const { page } = lineRepository(store);
    const list: Lines['list'] = (orgId, query, filter = {}, waitLimit = { deadline: Date.now() + 8_000 }) =>
      page(orgId, 'statement-0', query, filter as never, waitLimit) as never;
    return { list } as never;
  },
  of: { filters: { matchStatus: '' }, sorts: bankLineSorts },
  rare: { matchStatus: 'matched' },
  make({ id, orgId, documentId, now }, _name, fields) {
    const index = Number(documentId.slice(-6));
    const bankStatementId = `statement-${Math.floor(index / LINES_OF_STATEMENT)}`;
    const place = { id, orgId, bankStatementId, lineNumber: (index % LINES_OF_STATEMENT) + 1 };
    const input = { credit: 1 + (index % 1_009), transactionDate: now.toISOString() };
    const line = newBankLine(input, { ...place, currency: 'EUR', now }, new Faults());
    const keys = {
      transactionDateSortKey: bankLineSortKeys.transactionDate(line),
      amountSortKey: bankLineSortKeys.amount(line),
    };
    return { ...line, ...keys, ...fields, createdAt: now, revision: 1 };
  },
};
