/** USD per unit of each currency. */
export const exchangeRates: Record<string, string> = {
  CNY: '0.1402',
  DKK: '0.1554',
  EUR: '1.1590',
  GBP: '1.3145',
  INR: '0.01128',
  JPY: '0.006412',
  PLN: '0.2735',
  THB: '0.03085',
  TRY: '0.02361',
  TWD: '0.03204',
  VND: '0.00003795',
};
