import { z } from 'zod';
import {
  Currency,
  described,
  ListQuery,
  longText,
  MAX_IMPORT,
  number,
  optionalShape,
  RecordRequest,
  recordId,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import { freeFieldsText, freeForm, freeObject } from '../../common/v1/free-form.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { secondName } from '../../common/v1/second-name.contract.ts';
import type { BankLine as LineMessage } from '../../gen/finance/v1/BankLine.ts';
import type { BankLineInput as LineInputMessage } from '../../gen/finance/v1/BankLineInput.ts';
import type { BankStatement as StatementMessage } from '../../gen/finance/v1/BankStatement.ts';
import type { BankStatementInput as InputMessage } from '../../gen/finance/v1/BankStatementInput.ts';
import type { BankStatementPatch as PatchMessage } from '../../gen/finance/v1/BankStatementPatch.ts';
import type { ImportedBankLine as ImportedMessage } from '../../gen/finance/v1/ImportedBankLine.ts';
import type { ImportedBankLineOutcome as OutcomeMessage } from '../../gen/finance/v1/ImportedBankLineOutcome.ts';
import type { ListBankLinesRequest as ListLinesMessage } from '../../gen/finance/v1/ListBankLinesRequest.ts';
import type { ListBankStatementsRequest as ListMessage } from '../../gen/finance/v1/ListBankStatementsRequest.ts';
import type { MatchBankLineRequest as MatchMessage } from '../../gen/finance/v1/MatchBankLineRequest.ts';
import type { UpdateBankStatementRequest as UpdateMessage } from '../../gen/finance/v1/UpdateBankStatementRequest.ts';
import { MAX_AMOUNT, plainDate } from './money.contract.ts';

/** Lines of a statement, and of a file of statements (decisions 1: Sizes, times). */
export const MAX_BANK_LINES = MAX_IMPORT;

/** decisions 4: Bank line. */
export const bankLineStatuses = ['unmatched', 'suggested', 'matched', 'ignored'] as const;

const BankLineStatus = z.enum(bankLineStatuses);

/** What a line of a statement may have paid. */
export const payableTypes = ['invoice', 'purchase_order'] as const;

const PayableType = z.enum(payableTypes);

const suggestionWords = {
  type: '`invoice` for a line that is a credit, `purchase_order` for one that is a debit.',
  id: 'Of the invoice or the purchase order.',
  number: 'The invoiceNumber or the documentId.',
  amount: 'What remained to be paid when it was suggested.',
};

export const BankLineSuggestion = z.strictObject(
  described({ type: PayableType, id: z.string(), number: z.string(), amount: z.number() }, suggestionWords),
);

const lineWords = {
  bankStatementId: 'The statement that it is a line of.',
  lineNumber: '1 for the first.',
  transactionDate: 'When the money moved, as sent.',
  description: "The bank's words.",
  referenceNo: "The payer's or the bank's reference.",
  debit: 'What has left the account.',
  credit: 'What has come to the account.',
  balance: 'What the account held after it.',
  amount: 'credit - debit. What is sent of the three must agree.',
  matchStatus: 'What is known of it. Moves alone change it.',
  matchedTransferId: 'The id of the invoice or the purchase order that it is matched with.',
  duplicateOf: 'The id of the line of an earlier statement that says the same.',
  suggestions: 'Open invoices or purchase orders that it may have paid, the likeliest first; at most 5.',
  attributes: 'All other fields that were sent with the line.',
};

export const BankLine = z.strictObject(
  described(
    {
      id: z.string(),
      bankStatementId: z.string(),
      lineNumber: z.int(),
      transactionDate: z.string().nullable(),
      description: z.string().nullable(),
      referenceNo: z.string().nullable(),
      debit: z.number().nullable(),
      credit: z.number().nullable(),
      balance: z.number().nullable(),
      amount: z.number().nullable(),
      matchStatus: BankLineStatus,
      matchedTransferId: z.string().nullable(),
      duplicateOf: z.string().nullable(),
      suggestions: z.array(BankLineSuggestion),
      attributes: z.record(z.string(), z.unknown()),
      updatedAt: timestamp(),
    },
    lineWords,
  ),
);
export type BankLine = z.output<typeof BankLine>;

const words = {
  bankName: 'What the bank is called.',
  accountNumber: 'The account that it is of. Required, in one of the two styles.',
  currency: "Of all its amounts. Default: the org's; null where that has none, and then no line of it can be matched.",
  statementDate: 'Its date, as sent.',
  transactionDate: "Of its last line, as sent. Default: that line's.",
  balance: 'What the account held after its last line. Default: that of the last line.',
  amount: "Default: the sum of its lines' amounts.",
  description: 'Whatever there is to say.',
  fileUrl: 'Where its file is. Never fetched.',
  importedAt: 'When it was made here.',
  lineCount: 'How many lines it has.',
  matchedLineCount: 'How many of them are matched.',
  lines: 'All of them, in their order. Not in lists.',
};

/** The fields that have a name in each of two styles: what they are called elsewhere, by that name in snake_case. */
export const bankStatementStyles = {
  bank_name: 'bankName',
  account_number: 'accountNumber',
  statement_date: 'statementDate',
  file_url: 'fileUrl',
  imported_at: 'importedAt',
  line_count: 'lineCount',
} as const;

const inSnakeCase = (name: string) => `\`${name}\` in snake_case: says the same.`;
const allWords = {
  ...words,
  ...Object.fromEntries(Object.entries(bankStatementStyles).map(([snake, camel]) => [snake, inSnakeCase(camel)])),
};

/** interface: Bank statement; decisions 6: Bank statement. */
export const BankStatement = z.strictObject(
  described(
    {
      id: z.string(),
      documentId: z.string(),
      bank_name: secondName('bankName', z.string().nullable()),
      bankName: z.string().nullable(),
      account_number: secondName('accountNumber', z.string()),
      accountNumber: z.string(),
      currency: z.string().nullable(),
      statement_date: secondName('statementDate', z.string().nullable()),
      statementDate: z.string().nullable(),
      transactionDate: z.string().nullable(),
      balance: z.number().nullable(),
      amount: z.number().nullable(),
      description: z.string().nullable(),
      file_url: secondName('fileUrl', z.string().nullable()),
      fileUrl: z.string().nullable(),
      imported_at: secondName('importedAt', timestamp()),
      importedAt: timestamp(),
      line_count: secondName('lineCount', z.int()),
      lineCount: z.int(),
      matchedLineCount: z.int(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      lines: z.array(BankLine).exactOptional(),
    },
    allWords,
  ),
);
export type BankStatement = z.output<typeof BankStatement>;

/** What a list shows of a statement. */
export const BankStatementOutline = BankStatement.omit({ lines: true });

const money = () => number({ ge: -MAX_AMOUNT, le: MAX_AMOUNT });

const lineFields = described(
  {
    transactionDate: plainDate().exactOptional(),
    description: longText().exactOptional(),
    referenceNo: text().exactOptional(),
    debit: money().exactOptional(),
    credit: money().exactOptional(),
    balance: money().exactOptional(),
    amount: money().exactOptional(),
  },
  lineWords,
);

/** A line as a message has it. */
export const BankLineInput = z.strictObject({ ...lineFields, attributes: freeFieldsText([]).exactOptional() });

const exampleLines = [
  {
    transactionDate: '2026-02-02',
    description: 'HARBOUR & SONS INV-2026-014',
    referenceNo: 'INV-2026-014',
    credit: 7_011,
    balance: 12_311,
  },
  { transactionDate: '2026-02-03', description: 'Account fee', debit: 12.5, balance: 12_298.5, branch: 'Porto' },
];

/** A line as callers send it: what is not typed goes into its attributes. */
export const BankLineBody = freeForm({
  ...lineFields,
  attributes: freeObject().exactOptional().describe(lineWords.attributes),
}).meta({ examples: exampleLines });

const headerFields = described(
  {
    bankName: text().exactOptional(),
    accountNumber: text({ min: 1 }),
    currency: Currency.exactOptional(),
    statementDate: plainDate().exactOptional(),
    transactionDate: plainDate().exactOptional(),
    balance: money().exactOptional(),
    amount: money().exactOptional(),
    description: longText().exactOptional(),
    fileUrl: text({ max: 2_000 }).exactOptional(),
  },
  words,
);

/** A statement as a message has it, but for its lines. */
export const BankStatementInput = z.strictObject(headerFields);
export const BankStatementPatch = z.strictObject(optionalShape(headerFields));

const eitherStyle = described(
  {
    ...optionalShape(headerFields),
    bank_name: text().exactOptional(),
    account_number: text({ min: 1 }).exactOptional(),
    statement_date: plainDate().exactOptional(),
    file_url: text({ max: 2_000 }).exactOptional(),
  },
  allWords,
);

/** A statement as callers send it. */
export const BankStatementBody = z
  .strictObject({
    ...eitherStyle,
    lines: z
      .array(BankLineBody)
      .max(MAX_BANK_LINES)
      .exactOptional()
      .describe(`What the account was charged and credited with, in the bank's order. At most ${MAX_BANK_LINES}.`),
  })
  .meta({
    // For the document alone: what is refused is said of the message that it becomes.
    anyOf: ['accountNumber', 'account_number'].map((name) => ({
      properties: { [name]: { type: 'string', description: words.accountNumber } },
      required: [name],
    })),
    examples: [
      {
        bankName: 'Banco do Porto',
        accountNumber: 'PT50000201231234567890154',
        currency: 'EUR',
        statementDate: '2026-02-03',
        lines: exampleLines,
      },
    ],
  });

/** A change of one as callers send it. */
export const BankStatementPatchBody = z
  .strictObject(eitherStyle)
  .meta({ examples: [{ bank_name: 'Banco do Porto', description: 'February, first half' }] });

/** The body of a match. */
export const BankLineMatch = z
  .strictObject({
    type: PayableType.describe('What it has paid: an invoice for a credit, a purchase order for a debit.'),
    id: recordId().describe('Its id or, of a purchase order, its documentId.'),
  })
  .meta({ examples: [{ type: 'purchase_order', id: '{purchase_order_id}' }] });

export const CreateBankStatementRequest = z.strictObject({ statement: BankStatementInput });

export const ImportedBankLine = z.strictObject({ line: z.int(), statement: z.int(), input: BankLineInput });

export const ImportBankStatementsRequest = z.strictObject({
  statements: z.array(BankStatementInput).max(MAX_BANK_LINES),
});

export const UpdateBankStatementRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: BankStatementPatch,
  fields: z.array(z.string()),
});

export const BankLineRequest = z.strictObject({ ...RecordRequest.shape, lineId: recordId() });

export const MatchBankLineRequest = z.strictObject({
  ...BankLineRequest.shape,
  targetType: PayableType,
  targetId: recordId(),
});

/** What has become of a line of a file (decisions 7: Statement import). */
export const ImportedBankLineOutcome = z.strictObject(
  described(
    {
      line: z.int(),
      status: z.enum(['created', 'duplicate', 'error']),
      id: z.string().nullable(),
      duplicateOf: z.string().exactOptional(),
      error: z.string().exactOptional(),
      suggestions: z.array(BankLineSuggestion),
    },
    {
      line: 'Where it begins in the file, 1 for the first line.',
      status: '`created`; `duplicate`: left out, since an earlier line says the same; `error`: left out.',
      id: 'Of the line that was made; null where none was.',
      duplicateOf: 'The id of the line that said the same before.',
      error: 'What is wrong with it.',
      suggestions: lineWords.suggestions,
    },
  ),
);

export const BankStatementImport = z.strictObject({
  statements: z.array(z.string()).describe('The ids of the statements that were made: those with a line that is new.'),
  lines: z.array(ImportedBankLineOutcome).describe("All of the file's, in its order."),
});

/** The fields that the lists filter and sort by (decisions 7: Bank statement list). */
export const bankStatementFilters = {
  accountNumber: text().exactOptional().describe('Only statements of this account.'),
};
export const bankStatementSorts = ['statementDate', 'importedAt', 'createdAt'] as const;
export const bankLineFilters = { matchStatus: BankLineStatus.exactOptional().describe('Only lines of this status.') };
export const bankLineSorts = ['lineNumber'] as const;

export const ListBankStatementsRequest = z.strictObject({ query: ListQuery, ...bankStatementFilters });
export const ListBankLinesRequest = z.strictObject({ id: recordId(), query: ListQuery, ...bankLineFilters });

/** decisions 5: Event names. */
export const bankStatementEvents = {
  'bank_statement.created': BankStatement,
  'bank_statement.updated': BankStatement,
  'bank_statement.line_matched': BankStatement,
  'bank_statement.line_unmatched': BankStatement,
  'bank_statement.line_ignored': BankStatement,
  'bank_statement.deleted': BankStatement,
} as const;

/** Attributes are JSON text on the way. */
type OnTheWire<Line extends { attributes: unknown }> = Omit<Line, 'attributes'> & { attributes: string };
type StatementOnTheWire = Omit<BankStatement, 'lines' | keyof typeof bankStatementStyles> & {
  lines?: OnTheWire<BankLine>[];
};

export type BankStatementPins = Agree<
  [
    Pinned<OnTheWire<BankLine>, LineMessage>,
    Pinned<StatementOnTheWire, StatementMessage>,
    Pinned<z.output<typeof BankLineInput>, LineInputMessage>,
    Pinned<z.output<typeof BankStatementInput>, InputMessage>,
    Pinned<z.output<typeof BankStatementPatch>, PatchMessage>,
    Pinned<z.output<typeof ImportedBankLine>, ImportedMessage>,
    Pinned<z.output<typeof ImportedBankLineOutcome>, OutcomeMessage>,
    Pinned<z.output<typeof UpdateBankStatementRequest>, UpdateMessage>,
    Pinned<z.output<typeof ListBankStatementsRequest>, ListMessage>,
    Pinned<z.output<typeof ListBankLinesRequest>, ListLinesMessage>,
    Pinned<z.output<typeof MatchBankLineRequest>, MatchMessage>,
  ]
>;
