import { z } from 'zod';
import {
  described,
  ListQuery,
  longText,
  MAX_IMPORT,
  RecordRequest,
  recordId,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import { freeFieldsText, freeForm, freeObject } from '../../common/v1/free-form.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { BankLine as LineMessage } from '../../gen/finance/v1/BankLine.ts';
import type { BankLineInput as LineInputMessage } from '../../gen/finance/v1/BankLineInput.ts';
import type { ImportedBankLine as ImportedMessage } from '../../gen/finance/v1/ImportedBankLine.ts';
import type { ImportedBankLineOutcome as OutcomeMessage } from '../../gen/finance/v1/ImportedBankLineOutcome.ts';
import type { ListBankLinesRequest as ListLinesMessage } from '../../gen/finance/v1/ListBankLinesRequest.ts';
import type { MatchBankLineRequest as MatchMessage } from '../../gen/finance/v1/MatchBankLineRequest.ts';
import { plainDate, signedAmount } from './money.contract.ts';

/** Lines of a statement, and of a file of statements (decisions 1: Sizes, times). */
export const MAX_BANK_LINES = MAX_IMPORT;

/** decisions 4: Bank line. */
export const bankLineStatuses = ['unmatched', 'suggested', 'matched', 'ignored'] as const;

/** decisions 6: Bank statement, what becomes of a line that is imported. */
export const ImportedBankLineStatus = z
  .enum(['created', 'duplicate', 'error'])
  .describe('`created`; `duplicate`: left out, since an earlier line says the same; `error`: left out.');

export const BankLineStatus = z
  .enum(bankLineStatuses)
  .describe('Whether it is known what a line has paid. Suggestions and moves change it.');

/** What a line of a statement may have paid. */
export const openItemTypes = ['invoice', 'purchase_order'] as const;

const OpenItemType = z.enum(openItemTypes);

const suggestionWords = {
  type: '`invoice` for a line that is a credit, `purchase_order` for one that is a debit.',
  id: 'Of the invoice or the purchase order.',
  number: 'The invoiceNumber or the documentId.',
  amount: 'What remained to be paid when it was suggested.',
};

export const BankLineSuggestion = z.strictObject(
  described({ type: OpenItemType, id: z.string(), number: z.string(), amount: z.number() }, suggestionWords),
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

const lineFields = described(
  {
    transactionDate: plainDate().exactOptional(),
    description: longText().exactOptional(),
    referenceNo: text().exactOptional(),
    debit: signedAmount().exactOptional(),
    credit: signedAmount().exactOptional(),
    balance: signedAmount().exactOptional(),
    amount: signedAmount().exactOptional(),
  },
  lineWords,
);

/** A line as a message has it. */
export const BankLineInput = z.strictObject({ ...lineFields, attributes: freeFieldsText([]).exactOptional() });

export const bankLineExamples = [
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
}).meta({ examples: bankLineExamples });

/** The body of a match. */
export const BankLineMatch = z
  .strictObject({
    type: OpenItemType.describe('What it has paid: an invoice for a credit, a purchase order for a debit.'),
    id: recordId().describe('Its id or, of a purchase order, its documentId.'),
  })
  .meta({ examples: [{ type: 'purchase_order', id: '{purchase_order_id}' }] });

export const ImportedBankLine = z.strictObject({ line: z.int(), statement: z.int(), input: BankLineInput });

export const BankLineRequest = z.strictObject({ ...RecordRequest.shape, lineId: recordId() });

export const MatchBankLineRequest = z.strictObject({
  ...BankLineRequest.shape,
  targetType: OpenItemType,
  targetId: recordId(),
});

/** What has become of a line of a file (decisions 7: Statement import). */
export const ImportedBankLineOutcome = z.strictObject(
  described(
    {
      line: z.int(),
      status: ImportedBankLineStatus,
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

/** The fields that the list filters and sorts by. */
export const bankLineFilters = { matchStatus: BankLineStatus.exactOptional().describe('Only lines of this status.') };
export const bankLineSorts = ['lineNumber'] as const;

export const ListBankLinesRequest = z.strictObject({ id: recordId(), query: ListQuery, ...bankLineFilters });

/** Attributes are JSON text on the way. */
export type BankLineOnTheWire<Line extends { attributes: unknown }> = Omit<Line, 'attributes'> & { attributes: string };

export type BankLinePins = Agree<
  [
    Pinned<BankLineOnTheWire<BankLine>, LineMessage>,
    Pinned<z.output<typeof BankLineInput>, LineInputMessage>,
    Pinned<z.output<typeof ImportedBankLine>, ImportedMessage>,
    Pinned<z.output<typeof ImportedBankLineOutcome>, OutcomeMessage>,
    Pinned<z.output<typeof ListBankLinesRequest>, ListLinesMessage>,
    Pinned<z.output<typeof MatchBankLineRequest>, MatchMessage>,
  ]
>;
