import { z } from 'zod';
import { ArchivableStatus, boolean, Currency } from '../../common/v1/contract.ts';
import {
  clearable,
  currency,
  custom,
  inputOf,
  patchOf,
  recordOf,
  required,
  shortText,
  stateOf,
} from '../../common/v1/fields.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { archivableMoves, resource } from '../../common/v1/resource.contract.ts';
import { severalOf } from '../../common/v1/several.contract.ts';
import type { BankAccount as BankAccountMessage } from '../../gen/finance/v1/BankAccount.ts';
import type { BankAccountInput as InputMessage } from '../../gen/finance/v1/BankAccountInput.ts';
import type { ListBankAccountsRequest as ListMessage } from '../../gen/finance/v1/ListBankAccountsRequest.ts';
import type { UpdateBankAccountRequest as UpdateMessage } from '../../gen/finance/v1/UpdateBankAccountRequest.ts';

const fields = {
  name: required(shortText({ min: 1 }), 'Name of the account in the org, for example `Main account`.'),
  accountNumber: required(
    shortText({ min: 1 }),
    "IBAN or the bank's own number. Unique in the org, without regard to spaces and case. The check digits of an IBAN must be right.",
  ),
  bankName: clearable(shortText(), 'Name of the bank.'),
  bic: clearable(shortText(), 'BIC of the bank. Its form is not checked.'),
  currency: clearable(
    currency(),
    "Currency of the account, as an ISO 4217 code. Bank statements with the account's number take it if they name none. A new value with a withdrawn code is refused.",
  ),
  isPrinted: custom(
    { sent: boolean().exactOptional(), answered: z.boolean(), stored: Boolean },
    'True: invoices in the currency of the account show it, and all invoices if the account has no currency. Default: true.',
  ),
  status: stateOf(ArchivableStatus),
};

/** decisions 6: Bank account. */
export const BankAccount = recordOf(fields);
export type BankAccount = z.output<typeof BankAccount>;

export const BankAccountInput = inputOf(fields).meta({
  examples: [
    {
      name: 'Main account',
      accountNumber: 'PT50 0002 0123 1234 5678 9015 4',
      bankName: 'Banco do Porto',
      bic: 'BPORPTPL',
      currency: 'EUR',
      isPrinted: true,
    },
  ],
});
export type BankAccountInput = z.output<typeof BankAccountInput>;

export const BankAccountPatch = patchOf(fields).meta({ examples: [{ isPrinted: false }] });
export type BankAccountPatch = z.output<typeof BankAccountPatch>;

export const bankAccount = resource({
  name: 'bank_account',
  title: 'Bank account',
  plural: 'Bank accounts',
  scope: 'bank_accounts',
  // The collection `bank_accounts` has the guards of the lines of bank statements.
  collection: 'bank_account_records',
  path: 'bank-accounts',
  section: 'Bank accounts',
  about: 'Accounts of the org at its banks. Invoices show them, and bank statements take their currency.',
  service: 'finance',
  message: 'BankAccount',
  field: 'account',
  reader: 'staff',
  fields,
  record: BankAccount,
  input: BankAccountInput,
  patch: BankAccountPatch,
  filters: {
    status: severalOf(ArchivableStatus, 'Only bank accounts of this status.'),
    currency: Currency.exactOptional().describe('Only bank accounts in this currency.'),
  },
  sorts: ['createdAt', 'name'],
  searches: ['name', 'accountNumber'],
  moves: archivableMoves,
});

export type BankAccountPins = Agree<
  [
    Pinned<BankAccount, BankAccountMessage>,
    // A create and a change share the message.
    Pinned<Partial<BankAccountInput>, InputMessage>,
    Pinned<Omit<z.output<typeof bankAccount.requests.update>, 'patch'>, Omit<UpdateMessage, 'patch'>>,
    Pinned<z.output<typeof bankAccount.requests.list>, ListMessage>,
  ]
>;
