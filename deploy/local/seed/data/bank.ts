/** The numbers of the garment maker's accounts, by currency. */
export const bankAccounts: Record<string, string> = {
  DKK: 'DK5000400440116243',
  GBP: 'GB29NWBK60161331926819',
  USD: 'US-021000021-483920',
};

export const statementDate = '2027-08-31';

/** A fee of the account in this currency. It pays no document. */
export const bankFee = { currency: 'DKK', amount: 125, referenceNo: 'FEE-2027-08', description: 'Account fee, August' };

/** The supplier whose purchase order is paid, from the account in its currency. */
export const paidSupplier = 'piedmont';
