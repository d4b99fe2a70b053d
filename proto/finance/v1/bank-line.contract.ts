import { z } from 'zod';
import {
  boolean,
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
import { severalOf } from '../../common/v1/several.contract.ts';
import type { BankLine as LineMessage } from '../../gen/finance/v1/BankLine.ts';
import type { BankLineInput as LineInputMessage } from '../../gen/finance/v1/BankLineInput.ts';
import type { ImportedBankLine as ImportedMessage } from '../../gen/finance/v1/ImportedBankLine.ts';
import type { ImportedBankLineOutcome as OutcomeMessage } from '../../gen/finance/v1/ImportedBankLineOutcome.ts';
import type { ListAllBankLinesRequest as ListAllLinesMessage } from '../../gen/finance/v1/ListAllBankLinesRequest.ts';
import type { ListBankLinesRequest as ListLinesMessage } from '../../gen/finance/v1/ListBankLinesRequest.ts';
import type { MatchBankLineRequest as MatchMessage } from '../../gen/finance/v1/MatchBankLineRequest.ts';
import { plainDate, signedAmount } from './money.contract.ts';

/** Maximum number of lines in a statement and in a file of statements (decisions 1: Sizes, times). */
export const MAX_BANK_LINES = MAX_IMPORT;

/** decisions 4: Bank line. */
export const bankLineStatuses = ['unmatched', 'suggested', 'matched', 'ignored'] as const;

/** Result of the import of a line (decisions 6: Bank statement). */
export const ImportedBankLineStatus = z
  .enum(['created', 'duplicate', 'error'])
  .describe(
    'Result of the import of the line: `created`; `duplicate`: not imported, because an equal line exists; `error`: not imported, see `error`.',
  );

export const BankLineStatus = z
  .enum(bankLineStatuses)
  .describe('Match status of a line. Suggestions and the operations match, unmatch and ignore change it.');

/** Kinds of records that a bank line can pay. */
export const openItemTypes = ['invoice', 'purchase_order'] as const;

const OpenItemType = z.enum(openItemTypes);

const suggestionWords = {
  type: 'Kind of the suggested record: `invoice` for a credit, `purchase_order` for a debit.',
  id: 'Id of the invoice or the purchase order.',
  number: 'The `invoiceNumber` of the invoice or the `documentId` of the purchase order.',
  partyName: 'Name of the client of the invoice, or of the supplier of the purchase order.',
  amount: 'Unpaid amount at the time of the suggestion.',
};

export const BankLineSuggestion = z.strictObject(
  described(
    {
      type: OpenItemType,
      id: z.string(),
      number: z.string(),
      partyName: z.string().nullable(),
      amount: z.number(),
    },
    suggestionWords,
  ),
);

const lineWords = {
  bankStatementId: 'Id of the bank statement that has the line.',
  bankStatementNumber: 'The `documentId` of the bank statement.',
  lineNumber: 'Number of the line in its statement. The first line is 1.',
  transactionDate: 'Date of the transaction, as sent.',
  description: 'Description of the transaction by the bank.',
  referenceNo: 'Payment reference of the payer or the bank.',
  debit: 'Amount that left the account.',
  credit: 'Amount that came into the account.',
  balance: 'Balance of the account after the transaction.',
  amount: 'Amount of the line: credit - debit. If more than one of the three is sent, they must agree.',
  matchStatus: 'Match status of the line. Suggestions and the operations match, unmatch and ignore change it.',
  matchedTransferId: 'Id of the matched invoice or purchase order. Null if the line is not matched.',
  matchedTransferNumber:
    'The `invoiceNumber` of the matched invoice or the `documentId` of the matched purchase order.',
  matchedPartyName: 'Name of the client of the matched invoice, or of the supplier of the matched purchase order.',
  duplicateOf: 'Id of an equal line in an earlier statement. Null if there is none.',
  suggestions: 'Open invoices or purchase orders that the line may have paid, the most likely first. At most 5.',
  attributes: 'All other fields that were sent with the line.',
};

export const BankLine = z.strictObject(
  described(
    {
      id: z.string(),
      bankStatementId: z.string(),
      bankStatementNumber: z.string().nullable(),
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
      matchedTransferNumber: z.string().nullable(),
      matchedPartyName: z.string().nullable(),
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

/** The input of a line in a message. */
export const BankLineInput = z.strictObject({ ...lineFields, attributes: freeFieldsText([]).exactOptional() });

/** The money of the other examples: the rest of an invoice, and a purchase order. */
export const bankLineExamples = [
  {
    transactionDate: '2027-02-11',
    description: 'NORDWIND APPAREL INV-2027-0042',
    referenceNo: 'INV-2027-0042',
    credit: 1_944,
    balance: 14_255,
  },
  {
    transactionDate: '2027-02-12',
    description: 'TESSITURA VALMARINA DCPO-2027-000001',
    debit: 2_361.6,
    balance: 11_893.4,
    branch: 'Porto',
  },
];

/** The input of a line in a request body. Fields that are not named here are stored in `attributes`. */
export const BankLineBody = freeForm({
  ...lineFields,
  attributes: freeObject().exactOptional().describe(lineWords.attributes),
}).meta({ examples: bankLineExamples });

/** The body of a match. */
export const BankLineMatch = z
  .strictObject({
    type: OpenItemType.describe('Kind of the paid record: `invoice` for a credit, `purchase_order` for a debit.'),
    id: recordId().describe('Id of the invoice, or id or documentId of the purchase order.'),
  })
  .meta({ examples: [{ type: 'purchase_order', id: '{purchase_order_id}' }] });

export const ImportedBankLine = z.strictObject({ line: z.int(), statement: z.int(), input: BankLineInput });

export const BankLineRequest = z.strictObject({ ...RecordRequest.shape, lineId: recordId() });

export const MatchBankLineRequest = z.strictObject({
  ...BankLineRequest.shape,
  targetType: OpenItemType,
  targetId: recordId(),
});

/** Result of the import of a line of a file (decisions 7: Statement import). */
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
      line: 'Line number in the file where the bank line begins. The first line is 1.',
      status:
        'Result of the import of the line: `created`; `duplicate`: not imported, because an equal line exists; `error`: not imported, see `error`.',
      id: 'Id of the created line. Null if no line was created.',
      duplicateOf: 'Id of the equal line that existed before.',
      error: 'Reason why the line was not imported.',
      suggestions: lineWords.suggestions,
    },
  ),
);

/** The fields that the list filters and sorts by. */
export const bankLineFilters = { matchStatus: severalOf(BankLineStatus, 'Only lines of this status.') };
export const bankLineSorts = ['lineNumber'] as const;
/** Dates with ranges, and the date and the amount that the lists also sort by. */
export const bankLineRanges = ['transactionDate', 'updatedAt'] as const;
export const bankLineOtherSorts = ['transactionDate', 'amount'] as const;
/** The amounts of lines that the lists add for `totals`. A sum of balances would have no meaning. */
export const bankLineAmounts = ['debit', 'credit', 'amount'] as const;

export const ListBankLinesRequest = z.strictObject({ id: recordId(), query: ListQuery, ...bankLineFilters });

/** The fields that GET /api/v1/bank-lines filters and sorts by (decisions 6: Bank statement). */
export const allBankLineFilters = {
  ...bankLineFilters,
  toMatch: boolean()
    .exactOptional()
    .describe('`true`: only lines that are unmatched or suggested, and no duplicate. `false`: only the others.'),
};
export const allBankLineSorts = ['updatedAt'] as const;

export const ListAllBankLinesRequest = z.strictObject({ query: ListQuery, ...allBankLineFilters });

/** The type in a message, which holds `attributes` as JSON text. */
export type BankLineOnTheWire<Line extends { attributes: unknown }> = Omit<Line, 'attributes'> & { attributes: string };

export type BankLinePins = Agree<
  [
    Pinned<BankLineOnTheWire<BankLine>, LineMessage>,
    Pinned<z.output<typeof BankLineInput>, LineInputMessage>,
    Pinned<z.output<typeof ImportedBankLine>, ImportedMessage>,
    Pinned<z.output<typeof ImportedBankLineOutcome>, OutcomeMessage>,
    Pinned<z.output<typeof ListBankLinesRequest>, ListLinesMessage>,
    Pinned<z.output<typeof ListAllBankLinesRequest>, ListAllLinesMessage>,
    Pinned<z.output<typeof MatchBankLineRequest>, MatchMessage>,
  ]
>;
