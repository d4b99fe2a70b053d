import { z } from 'zod';
import {
  Currency,
  described,
  ListQuery,
  longText,
  optionalShape,
  RecordRequest,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { Moves, Special } from '../../common/v1/resource.contract.ts';
import { secondName } from '../../common/v1/second-name.contract.ts';
import type { BankStatement as StatementMessage } from '../../gen/finance/v1/BankStatement.ts';
import type { BankStatementInput as InputMessage } from '../../gen/finance/v1/BankStatementInput.ts';
import type { BankStatementPatch as PatchMessage } from '../../gen/finance/v1/BankStatementPatch.ts';
import type { ListBankStatementsRequest as ListMessage } from '../../gen/finance/v1/ListBankStatementsRequest.ts';
import type { UpdateBankStatementRequest as UpdateMessage } from '../../gen/finance/v1/UpdateBankStatementRequest.ts';
import {
  BankLine,
  BankLineBody,
  type BankLineOnTheWire,
  bankLineExamples,
  ImportedBankLineOutcome,
  MAX_BANK_LINES,
} from './bank-line.contract.ts';
import { plainDate, signedAmount } from './money.contract.ts';

const words = {
  bankName: 'Name of the bank.',
  accountNumber: 'Number of the account. Required, either as `accountNumber` or as `account_number`.',
  bankAccountName: 'Name of the bank account with this number. Null if there is none.',
  currency:
    'Currency of all amounts of the statement. Default: the currency of the bank account with this number, else of the org. Null if none of them has one; see `hint`.',
  statementDate: 'Date of the statement, as sent.',
  transactionDate: 'Transaction date of the last line, as sent. Default: the date of the last line.',
  balance: 'Balance of the account after the last line. Default: the balance of the last line.',
  amount: 'Amount of the statement. Default: the sum of the amounts of its lines.',
  description: 'Description, as free text.',
  fileUrl: 'URL of the file of the statement. The service never fetches it.',
  importedAt: 'Time when the statement was imported or created.',
  lineCount: 'Number of lines.',
  matchedLineCount: 'Number of matched lines.',
  hint: 'Reason why no line gets suggestions or can be matched, and what to do about it. Null if the currency is known.',
  lines: 'All lines, in their order. Lists of statements leave them out.',
};

/** Fields that have two names: snake_case to camelCase. */
export const bankStatementStyles = {
  bank_name: 'bankName',
  account_number: 'accountNumber',
  statement_date: 'statementDate',
  file_url: 'fileUrl',
  imported_at: 'importedAt',
  line_count: 'lineCount',
} as const;

const inSnakeCase = (name: string) => `Same value as \`${name}\`, under a name in snake_case.`;
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
      bankAccountName: z.string().nullable(),
      currency: Currency.nullable(),
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
      hint: z.string().nullable(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      lines: z.array(BankLine).exactOptional(),
    },
    allWords,
  ),
);
export type BankStatement = z.output<typeof BankStatement>;

/** A statement in a list: without its lines. */
export const BankStatementOutline = BankStatement.omit({ lines: true });

const headerFields = described(
  {
    bankName: text().exactOptional(),
    accountNumber: text({ min: 1 }),
    currency: Currency.exactOptional(),
    statementDate: plainDate().exactOptional(),
    transactionDate: plainDate().exactOptional(),
    balance: signedAmount().exactOptional(),
    amount: signedAmount().exactOptional(),
    description: longText().exactOptional(),
    fileUrl: text({ max: 2_000 }).exactOptional(),
  },
  words,
);

/** The input of a statement in a message, without its lines. */
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

/** The input of a statement in a request body. */
export const BankStatementBody = z
  .strictObject({
    ...eitherStyle,
    lines: z
      .array(BankLineBody)
      .max(MAX_BANK_LINES)
      .exactOptional()
      .describe(`Lines of the statement, in the order of the bank. At most ${MAX_BANK_LINES}.`),
  })
  .meta({
    // Only the OpenAPI document uses this rule. The service validates the message.
    anyOf: ['accountNumber', 'account_number'].map((name) => ({
      properties: { [name]: { type: 'string', description: words.accountNumber } },
      required: [name],
    })),
    examples: [
      {
        bankName: 'Banco do Porto',
        accountNumber: 'PT50000201231234567890154',
        currency: 'EUR',
        statementDate: '2027-02-12',
        lines: bankLineExamples,
      },
    ],
  });

/** A change of a statement in a request body. */
export const BankStatementPatchBody = z
  .strictObject(eitherStyle)
  .meta({ examples: [{ bank_name: 'Banco do Porto', description: 'February, first half' }] });

export const CreateBankStatementRequest = z.strictObject({ statement: BankStatementInput });

export const ImportBankStatementsRequest = z.strictObject({
  statements: z.array(BankStatementInput).max(MAX_BANK_LINES),
});

export const UpdateBankStatementRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: BankStatementPatch,
  fields: z.array(z.string()),
});

export const BankStatementImport = z.strictObject({
  statements: z
    .array(z.string())
    .describe('Ids of the created statements. A statement without a new line is not created.'),
  lines: z.array(ImportedBankLineOutcome).describe('Results of all lines of the file, in the order of the file.'),
  hint: z
    .string()
    .nullable()
    .describe(
      'As the `hint` of a bank statement, if the currency of a statement of the file is unknown. Otherwise null.',
    ),
});

/** The fields that the lists filter and sort by (decisions 7: Bank statement list). */
export const bankStatementFilters = {
  accountNumber: text().exactOptional().describe('Only statements of this account.'),
};
export const bankStatementSorts = ['statementDate', 'importedAt', 'createdAt'] as const;
/** Dates with ranges, and the dates and amounts that the list also sorts by. */
export const bankStatementRanges = [
  'statementDate',
  'transactionDate',
  'importedAt',
  'createdAt',
  'updatedAt',
] as const;
export const bankStatementOtherSorts = ['transactionDate', 'updatedAt', 'balance', 'amount'] as const;
/** The amounts that the list adds for `totals`. A sum of balances would have no meaning. */
export const bankStatementAmounts = ['amount'] as const;
export const ListBankStatementsRequest = z.strictObject({ query: ListQuery, ...bankStatementFilters });
/** Moves between the statuses (decisions 4). */
export const bankLineMoves = {
  match: { from: ['unmatched', 'suggested'], to: 'matched', event: 'line_matched' },
  ignore: { from: ['unmatched', 'suggested'], to: 'ignored', event: 'line_ignored' },
  unmatch: { from: ['matched', 'ignored'], to: 'unmatched', event: 'line_unmatched' },
  suggest: {
    from: ['matched', 'ignored'],
    to: 'suggested',
    event: 'line_unmatched',
    by: 'unmatch, if an open item fits',
  },
} as const satisfies Moves;

export const bankStatement = {
  name: 'bank_statement',
  title: 'Bank statement',
  scope: 'bank_statements',
  section: 'Bank statements',
  about: 'Bank statements, line by line, and the invoices and purchase orders that the lines paid.',
  service: 'finance',
  message: 'BankStatement',
  reader: 'staff',
  events: {
    'bank_statement.created': BankStatement,
    'bank_statement.updated': BankStatement,
    'bank_statement.line_matched': BankStatement,
    'bank_statement.line_unmatched': BankStatement,
    'bank_statement.line_ignored': BankStatement,
    'bank_statement.deleted': BankStatement,
  },
  states: { of: 'Bank line', moves: bankLineMoves },
} as const satisfies Special;

type StatementOnTheWire = Omit<BankStatement, 'lines' | keyof typeof bankStatementStyles> & {
  lines?: BankLineOnTheWire<BankLine>[];
};

export type BankStatementPins = Agree<
  [
    Pinned<StatementOnTheWire, StatementMessage>,
    Pinned<z.output<typeof BankStatementInput>, InputMessage>,
    Pinned<z.output<typeof BankStatementPatch>, PatchMessage>,
    Pinned<z.output<typeof UpdateBankStatementRequest>, UpdateMessage>,
    Pinned<z.output<typeof ListBankStatementsRequest>, ListMessage>,
  ]
>;
