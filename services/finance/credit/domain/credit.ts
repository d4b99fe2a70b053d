import { AppError, invalidField, Outdated } from '#chassis/domain/errors.ts';
import { add, type Decimal, parseDecimal, type Rates, roundTo } from '#chassis/domain/money.ts';
import { converted } from '../../documents/domain/conversion.ts';

/**
 * The amounts that a client owes and will owe, by currency, as exact decimal text. Currencies with 0 are left out
 * (decisions 7: Credit).
 */
export type Exposure = Readonly<Record<string, string>>;

/** A change of the amount that a client owes in one currency. */
export interface ExposureChange {
  currency: string;
  amount: Decimal;
}

/** The changes that a document makes to the amounts that its client owes. `isMore`: the client owes more after them. */
export interface ClientExposureChange {
  clientId: string;
  changes: readonly ExposureChange[];
  isMore: boolean;
}

/** The limit that a client's debt is compared with. */
export interface CreditTerms {
  client: { currency: string; maxAccountValue: number };
  /** Exchange rates of the org; undefined if all amounts were in the client's currency. */
  rates: Rates | undefined;
}

export function changeExposure(before: Exposure, changes: readonly ExposureChange[]): Exposure {
  const after: Record<string, string> = { ...before };
  for (const { currency, amount } of changes) {
    const sum = add(parseDecimal(after[currency] ?? 0), amount);
    if (sum.eq(0)) delete after[currency];
    else after[currency] = sum.toFixed();
  }
  return after;
}

/**
 * Checks the exposure against the client's limit. Errors: credit_limit_exceeded; validation_failed that names a
 * currency without an exchange rate; Outdated if rates are needed but were not read, because another currency was added
 * since then.
 */
export function checkCredit(exposure: Exposure, { client, rates }: CreditTerms): void {
  const limit = parseDecimal(client.maxAccountValue);
  const owed = add(
    ...Object.entries(exposure).map(([from, amount]) => owedIn(client.currency, { from, amount, rates })),
  );
  const rounded = roundTo(client.currency, owed);
  if (rounded.lte(limit)) return;
  const text = `${rounded.toFixed()} ${client.currency} of ${limit.toFixed()}`;
  throw new AppError(
    'credit_limit_exceeded',
    `The client would owe ${text}; an admin may confirm with {"override": true}`,
  );
}

type Owed = { from: string; amount: string; rates: Rates | undefined };

function owedIn(to: string, { from, amount, rates }: Owed): Decimal {
  if (!rates && from !== to) throw new Outdated();
  const owed = converted(parseDecimal(amount), { from, to, rates: rates ?? {} });
  if (!('missing' in owed)) return owed;
  const why = `there is no exchange rate of ${owed.missing}; PUT /api/v1/exchange-rates sets it`;
  throw invalidField(['body', 'currency'], why, owed.missing);
}
