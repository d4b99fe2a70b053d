// Original file: proto/finance/v1/bank_statement.proto

import type { BankLineSuggestion__Input as _finance_v1_BankLineSuggestion__Input, BankLineSuggestion as _finance_v1_BankLineSuggestion } from '../../finance/v1/BankLineSuggestion.ts';

export interface BankLine__Input {
  'id'?: (string);
  'bankStatementId'?: (string);
  'lineNumber'?: (number);
  'transactionDate'?: (string);
  'description'?: (string);
  'referenceNo'?: (string);
  'debit'?: (number | string);
  'credit'?: (number | string);
  'balance'?: (number | string);
  'amount'?: (number | string);
  'matchStatus'?: (string);
  'matchedTransferId'?: (string);
  'duplicateOf'?: (string);
  'suggestions'?: (_finance_v1_BankLineSuggestion__Input)[];
  'attributes'?: (string);
  'updatedAt'?: (string);
  'bankStatementNumber'?: (string);
  'matchedTransferNumber'?: (string);
  'matchedPartyName'?: (string);
  '_transactionDate'?: "transactionDate";
  '_description'?: "description";
  '_referenceNo'?: "referenceNo";
  '_debit'?: "debit";
  '_credit'?: "credit";
  '_balance'?: "balance";
  '_amount'?: "amount";
  '_matchedTransferId'?: "matchedTransferId";
  '_duplicateOf'?: "duplicateOf";
  '_bankStatementNumber'?: "bankStatementNumber";
  '_matchedTransferNumber'?: "matchedTransferNumber";
  '_matchedPartyName'?: "matchedPartyName";
}

export interface BankLine {
  'id': (string);
  'bankStatementId': (string);
  'lineNumber': (number);
  'transactionDate'?: (string);
  'description'?: (string);
  'referenceNo'?: (string);
  'debit'?: (number);
  'credit'?: (number);
  'balance'?: (number);
  'amount'?: (number);
  'matchStatus': (string);
  'matchedTransferId'?: (string);
  'duplicateOf'?: (string);
  'suggestions': (_finance_v1_BankLineSuggestion)[];
  'attributes': (string);
  'updatedAt': (string);
  'bankStatementNumber'?: (string);
  'matchedTransferNumber'?: (string);
  'matchedPartyName'?: (string);
}
