import { z } from 'zod';
import { Currency, text } from '#proto/common/v1/contract.ts';
import {
  allBankLineFilters,
  allBankLineSorts,
  BankLine,
  BankLineMatch,
  BankStatement,
  BankStatementImport,
  BankStatementOutline,
  bankLineAmounts,
  bankLineFilters,
  bankLineOtherSorts,
  bankLineRanges,
  bankLineSorts,
  bankStatementAmounts,
  bankStatementFilters,
  bankStatementOtherSorts,
  bankStatementRanges,
  bankStatementSorts,
} from '#proto/finance/v1/contract.ts';
import { json } from '../payload/bodies.ts';
import { refusal, valueError } from '../payload/validate.ts';
import { deleted, piecesOf, record, written } from '../routing/answers.ts';
import { reading } from '../routing/chosen-fields.ts';
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
  'Some fields have two names, in snake_case and in camelCase. Both are accepted; if both are sent, their values must be equal. `fileUrl` is never fetched.';
const duplicates =
  'A line is a duplicate if an earlier statement of the same account has a line with the same date, amount, reference and description. If a statement has several such lines, the first is compared with the first, the second with the second.';

/** The filter has two names, `accountNumber` and `account_number`. Throws validation_failed if their values differ. */
function ofAccount<Request extends { accountNumber?: string }>(request: Request, other: string | undefined): Request {
  if (other === undefined) return request;
  if (request.accountNumber === undefined || request.accountNumber === other)
    return { ...request, accountNumber: other };
  const error = 'account_number and accountNumber have different values';
  throw refusal([valueError(['query', 'account_number'], error, other)]);
}

export const bankStatementRoutes = [
  ...listRoutes({
    path,
    operationId: 'listBankStatements',
    tag,
    names: 'bank statements',
    about: 'The statements have no lines in a list. `lineCount` is the number of lines.',
    role: 'staff',
    scope: 'read:bank_statements',
    item: BankStatementOutline,
    projected: true,
    filters: { ...bankStatementFilters, account_number: bankStatementFilters.accountNumber },
    sorts: [...bankStatementSorts, ...bankStatementOtherSorts],
    ranges: bankStatementRanges,
    totals: bankStatementAmounts,
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
    description: `Creates the statement with all its lines, at most 10,000. Fields of a line that have no name in the schema are stored in \`attributes\`. ${duplicates} It is stored, and its \`duplicateOf\` has the id of the earlier line. ${styles}`,
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
    description: `The Content-Type says the format: CSV of lines (the columns are the fields of a line), CAMT.053, OFX or MT940. A file has at most 10,000 lines and 100 statements. A batch of a CAMT file whose transactions sum to its amount becomes a line for each of them. Dates become \`2026-09-02\`. A line whose date could be of two days is faulty. DTDs and entities are refused. Duplicates and faulty lines are left out, and a statement without other lines is not created. ${duplicates}`,
    scope: 'create:bank_statements',
    query: z.object({
      accountNumber: text({ min: 1 })
        .exactOptional()
        .meta({
          description: 'Account number of the statement, if the file has none.',
          examples: ['PT50000201231234567890154'],
        }),
      currency: Currency.exactOptional().describe(
        'Currency for statements whose file names no currency. Default: the currency of the bank account with the number of the statement, else of the org.',
      ),
    }),
    body: statementFile(),
    answer: written(BankStatementImport),
    turnsIfLarge: statementTurns,
    async handle({ bankStatements }, { query, body, call }) {
      const reply = await bankStatements.importBankStatements(body.request(query), call);
      const { statements, lines: outcomes, hint = null, eventId, replayed } = reply;
      const all = [...outcomes, ...body.errors].sort((a, b) => a.line - b.line);
      return { message: { statements, lines: all, hint }, eventId, replayed };
    },
  }),
  route({
    ...one,
    method: 'GET',
    operationId: 'getBankStatement',
    summary: 'Read a bank statement',
    description: 'Returns the statement with all its lines.',
    scope: 'read:bank_statements',
    query: reading(BankStatement),
    answer: piecesOf(BankStatement),
    async handle(services, { target: { id }, query: { fields: chosen }, call }) {
      const request = { id, ...(chosen && { onlyFields: chosen.names }) };
      const sent = await services.bankStatements.encoded('GetBankStatement', request, call);
      return statementAnswer(services, sent, call, chosen);
    },
  }),
  route({
    ...one,
    method: 'PATCH',
    operationId: 'updateBankStatement',
    summary: 'Change a bank statement',
    description: `Changes the fields that are sent; null clears one. Lines cannot be changed here. If the statement has lines, a change of accountNumber, or of a known currency, is refused (409 \`in_use\`). If the currency is unknown, it can be set once: then all lines get suggestions. A line with more decimals than the currency has is a 422. ${styles}`,
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
      'Deletes the statement and all its lines. Refused with `in_use` while one of the lines is matched, or while a line of another statement is a duplicate of one of them.',
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
    sorts: [...bankLineSorts, ...bankLineOtherSorts, 'updatedAt'],
    ranges: bankLineRanges,
    totals: bankLineAmounts,
    order: 'line_number',
    fetch: ({ bankStatements }, request, call, { id }) => bankStatements.listBankLines({ id, ...request }, call),
  }),
  ...listRoutes({
    path: '/api/v1/bank-lines',
    operationId: 'listAllBankLines',
    tag,
    names: 'the lines of all bank statements',
    role: 'staff',
    scope: 'read:bank_statements',
    item: BankLine,
    filters: allBankLineFilters,
    sorts: [...allBankLineSorts, ...bankLineOtherSorts],
    ranges: bankLineRanges,
    totals: bankLineAmounts,
    order: '-updated_at',
    fetch: ({ bankStatements }, request, call) => bankStatements.listAllBankLines(request, call),
  }),
  route({
    ...move,
    path: `${path}/{bank_statement_id}/lines/{line_id}/match`,
    operationId: 'matchBankLine',
    summary: 'Match a line with an invoice or purchase order',
    description:
      'Allowed from unmatched and suggested. A credit is matched with an invoice, which then gets a payment. A debit is matched with a purchase order. Line and document must have the same currency. A line that is a duplicate, or whose amount is above the unpaid amount of the document, is a 409 `conflict`.',
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
    summary: 'Remove the match of a line',
    description:
      'Allowed from matched and ignored. Removes the payment that the match made. The line then gets a new suggestion, if a document fits.',
    refusals: ['invalid_transition'],
    handle: ({ bankStatements }, { target, params, call }) =>
      bankStatements.unmatchBankLine({ ...target, lineId: params.line_id }, call),
  }),
  route({
    ...move,
    path: `${path}/{bank_statement_id}/lines/{line_id}/ignore`,
    operationId: 'ignoreBankLine',
    summary: 'Ignore a line',
    description: 'Allowed from unmatched and suggested. Marks a line that pays no invoice and no purchase order.',
    refusals: ['invalid_transition'],
    handle: ({ bankStatements }, { target, params, call }) =>
      bankStatements.ignoreBankLine({ ...target, lineId: params.line_id }, call),
  }),
];
