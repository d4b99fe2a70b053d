/** The garment maker's accounts at its banks. Its invoices show the account in their currency. */
export const ownAccounts = [
  {
    name: 'Kroner',
    accountNumber: 'DK5000400440116243',
    bankName: 'Øresund Bank',
    bic: 'ORSBDKKK',
    currency: 'DKK',
  },
  {
    name: 'Pounds',
    accountNumber: 'GB29NWBK60161331926819',
    bankName: 'Pennine Bank',
    bic: 'PNNBGB2L',
    currency: 'GBP',
  },
  {
    name: 'Dollars',
    accountNumber: 'US-021000021-483920',
    bankName: 'Hudson Trust',
    bic: 'HDSNUS33',
    currency: 'USD',
  },
];

/** The numbers of the garment maker's accounts, by currency. */
export const bankAccounts: Record<string, string> = Object.fromEntries(
  ownAccounts.map(({ currency, accountNumber }) => [currency, accountNumber]),
);

export const statementDate = '2027-08-31';

/** A fee of the account in this currency. It pays no document. */
export const bankFee = { currency: 'DKK', amount: 125, referenceNo: 'FEE-2027-08', description: 'Account fee, August' };

/** The supplier whose purchase order is paid, from the account in its currency. */
export const paidSupplier = 'piedmont';
