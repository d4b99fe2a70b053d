// Original file: proto/finance/v1/bank_statement.proto

import type { BankLine__Input as _finance_v1_BankLine__Input, BankLine as _finance_v1_BankLine } from '../../finance/v1/BankLine.ts';

export interface BankStatement__Input {
  'id'?: (string);
  'documentId'?: (string);
  'bankName'?: (string);
  'accountNumber'?: (string);
  'currency'?: (string);
  'statementDate'?: (string);
  'transactionDate'?: (string);
  'balance'?: (number | string);
  'amount'?: (number | string);
  'description'?: (string);
  'fileUrl'?: (string);
  'importedAt'?: (string);
  'lineCount'?: (number);
  'matchedLineCount'?: (number);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  'lines'?: (_finance_v1_BankLine__Input)[];
  'hint'?: (string);
  'bankAccountName'?: (string);
  '_bankName'?: "bankName";
  '_currency'?: "currency";
  '_statementDate'?: "statementDate";
  '_transactionDate'?: "transactionDate";
  '_balance'?: "balance";
  '_amount'?: "amount";
  '_description'?: "description";
  '_fileUrl'?: "fileUrl";
  '_hint'?: "hint";
  '_bankAccountName'?: "bankAccountName";
}

export interface BankStatement {
  'id': (string);
  'documentId': (string);
  'bankName'?: (string);
  'accountNumber': (string);
  'currency'?: (string);
  'statementDate'?: (string);
  'transactionDate'?: (string);
  'balance'?: (number);
  'amount'?: (number);
  'description'?: (string);
  'fileUrl'?: (string);
  'importedAt': (string);
  'lineCount': (number);
  'matchedLineCount': (number);
  'createdAt': (string);
  'updatedAt': (string);
  'lines': (_finance_v1_BankLine)[];
  'hint'?: (string);
  'bankAccountName'?: (string);
}
