import { z } from 'zod';
import { Currency, text } from '#proto/common/v1/contract.ts';
import {
  BankLine,
  BankLineMatch,
  BankStatement,
  BankStatementImport,
  BankStatementOutline,
  bankLineFilters,
  bankLineSorts,
  bankStatementFilters,
  bankStatementSorts,
} from '#proto/finance/v1/contract.ts';
import { json } from '../payload/bodies.ts';
import { refusal, valueError } from '../payload/validate.ts';
import { deleted, piecesOf, record, written } from '../routing/answers.ts';
import { statementTurns } from '../routing/concurrency-limits.ts';
import { listRoutes } from '../routing/list.ts';
import { route } from '../routing/route.ts';
import { statementFile } from './import-body.ts';
import { statementBody, statementPatch } from './statement-body.ts';
import { statementAnswer } from './statement-rendering.ts';

const tag = 'Bank statements';
const path = '/api/v1/bank-statements';
const lines = `${path}/{id}/lines` as const;
const staff = { tag, role: 'staff' } as const;
const one = { ...staff, path: `${path}/{id}`, resource: 'Bank statement', turnsIfLarge: statementTurns } as const;
const move = {
  ...staff,
  method: 'POST',
  resource: 'Bank line',
  scope: 'write:bank_statements',
  answer: record(BankLine),
} as const;

const styles =
  'Fields with a name in each of two styles take either; where both are sent, they say the same. `fileUrl` is never fetched.';
const duplicates =
  'A line is the duplicate of an earlier one of the same account with the same date, amount, reference and description that is the n-th of these in its statement, too.';

/** The filter has two names, `accountNumber` and `account_number`. Throws validation_failed if their values differ. */
function ofAccount<Request extends { accountNumber?: string }>(request: Request, other: string | undefined): Request {
  if (other === undefined) return request;
  if (request.accountNumber === undefined || request.accountNumber === other)
    return { ...request, accountNumber: other };
  const error = 'account_number and accountNumber say different things';
  throw refusal([valueError(['query', 'account_number'], error, other)]);
}

export const bankStatementRoutes = [
  ...listRoutes({
    path,
    operationId: 'listBankStatements',
    tag,
    names: 'bank statements',
    about: 'Without their lines; `lineCount` says how many there are.',
    role: 'staff',
    scope: 'read:bank_statements',
    item: BankStatementOutline,
    filters: { ...bankStatementFilters, account_number: bankStatementFilters.accountNumber },
    sorts: bankStatementSorts,
    searches: 'bankName, accountNumber or description',
    fetch: ({ bankStatements }, { account_number: other, ...request }, call) =>
      bankStatements.listBankStatements(ofAccount(request, other), call),
  }),
  route({
    ...staff,
    method: 'POST',
    path,
    operationId: 'createBankStatement',
    summary: 'Create a bank statement',
    description: `With all its lines, 10,000 at most; their fields of other names are kept as \`attributes\`. ${duplicates} It is kept, and \`duplicateOf\` names the earlier one. ${styles}`,
    scope: 'create:bank_statements',
    body: statementBody(),
    answer: piecesOf(BankStatement),
    creates: true,
    turnsIfLarge: statementTurns,
    handle: async (services, { body, call }) =>
      statementAnswer(
        services,
        await services.bankStatements.encoded('CreateBankStatement', body.finish(), call),
        call,
      ),
  }),
  route({
    ...staff,
    method: 'POST',
    path: `${path}/import`,
    operationId: 'importBankStatements',
    summary: 'Create bank statements from a file',
    description: `CSV of lines (the columns are the fields of a line), CAMT.053 or OFX, by Content-Type; 10,000 lines and 100 statements at most. DTDs and entities are refused. Lines that are known already or wrong are left out, and a statement of which nothing is left is not made. ${duplicates}`,
    scope: 'create:bank_statements',
    query: z.object({
      accountNumber: text({ min: 1 })
        .exactOptional()
        .meta({ description: 'The account, where the file names none.', examples: ['PT50000201231234567890154'] }),
      currency: Currency.exactOptional().describe("The currency, where the file names none. Default: the org's."),
    }),
    body: statementFile(),
    answer: written(BankStatementImport),
    turnsIfLarge: statementTurns,
    async handle({ bankStatements }, { query, body, call }) {
      const reply = await bankStatements.importBankStatements(body.request(query), call);
      const { statements, lines: outcomes, eventId, replayed } = reply;
      const all = [...outcomes, ...body.errors].sort((a, b) => a.line - b.line);
      return { message: { statements, lines: all }, eventId, replayed };
    },
  }),
  route({
    ...one,
    method: 'GET',
    operationId: 'getBankStatement',
    summary: 'Read a bank statement',
    description: 'With all its lines.',
    scope: 'read:bank_statements',
    answer: piecesOf(BankStatement),
    handle: async (services, { target: { id }, call }) =>
      statementAnswer(services, await services.bankStatements.encoded('GetBankStatement', { id }, call), call),
  }),
  route({
    ...one,
    method: 'PATCH',
    operationId: 'updateBankStatement',
    summary: 'Change a bank statement',
    description: `Changes the fields that are sent; null clears one. Lines stay as they are, and so do the accountNumber and the currency of a statement with lines (409 \`in_use\`). ${styles}`,
    refusals: ['in_use'],
    scope: 'update:bank_statements',
    body: statementPatch(),
    answer: piecesOf(BankStatement),
    // Always in turn: before its write, the service does not know how many lines the answer will have.
    turns: statementTurns,
    handle: async (services, { target, body, call }) => {
      const change = { ...target, ...body };
      return statementAnswer(
        services,
        await services.bankStatements.encoded('UpdateBankStatement', change, call),
        call,
      );
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    operationId: 'deleteBankStatement',
    summary: 'Delete a bank statement',
    description:
      'With all its lines. Refused with `in_use` while one of them is matched, or a line of another statement is the duplicate of one.',
    scope: 'delete:bank_statements',
    refusals: ['in_use'],
    answer: deleted('Bank statement'),
    handle: ({ bankStatements }, { target, call }) => bankStatements.deleteBankStatement(target, call),
  }),
  ...listRoutes({
    path: lines,
    operationId: 'listBankLines',
    tag,
    names: 'the lines of a bank statement',
    role: 'staff',
    scope: 'read:bank_statements',
    resource: 'Bank statement',
    item: BankLine,
    filters: bankLineFilters,
    sorts: bankLineSorts,
    order: 'line_number',
    fetch: ({ bankStatements }, request, call, { id }) => bankStatements.listBankLines({ id, ...request }, call),
  }),
  route({
    ...move,
    path: `${path}/{bank_statement_id}/lines/{line_id}/match`,
    operationId: 'matchBankLine',
    summary: 'Match a line with what it has paid',
    description:
      'From unmatched or suggested: a credit with an invoice, which gets a payment, a debit with a purchase order; both in the same currency. More than remains to be paid of it is a 409 `conflict`, and so is a line that is a duplicate.',
    refusals: ['invalid_transition', 'conflict'],
    body: json(BankLineMatch),
    handle: ({ bankStatements }, { target, params, body, call }) => {
      const { type: targetType, id: targetId } = body;
      return bankStatements.matchBankLine({ ...target, lineId: params.line_id, targetType, targetId }, call);
    },
  }),
  route({
    ...move,
    path: `${path}/{bank_statement_id}/lines/{line_id}/unmatch`,
    operationId: 'unmatchBankLine',
    summary: 'Take the match of a line back',
    description: 'From matched, with its payment, or from ignored. What it may have paid is suggested anew.',
    refusals: ['invalid_transition'],
    handle: ({ bankStatements }, { target, params, call }) =>
      bankStatements.unmatchBankLine({ ...target, lineId: params.line_id }, call),
  }),
  route({
    ...move,
    path: `${path}/{bank_statement_id}/lines/{line_id}/ignore`,
    operationId: 'ignoreBankLine',
    summary: 'Ignore a line',
    description: 'From unmatched or suggested: nothing here is paid by it.',
    refusals: ['invalid_transition'],
    handle: ({ bankStatements }, { target, params, call }) =>
      bankStatements.ignoreBankLine({ ...target, lineId: params.line_id }, call),
  }),
];
