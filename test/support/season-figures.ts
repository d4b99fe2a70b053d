import Big from 'big.js';
import { linesOf, type PlannedLine, type Stage } from '../../deploy/local/seed/data/bill-of-material.ts';
import { exchangeRates } from '../../deploy/local/seed/data/exchange-rates.ts';
import type { PlannedInvoice } from '../../deploy/local/seed/data/invoices.ts';
import { type PlannedOrder, qtyOf, unitPriceOf } from '../../deploy/local/seed/data/orders.ts';
import type { PlannedPurchase } from '../../deploy/local/seed/data/purchases.ts';
import { shipments } from '../../deploy/local/seed/data/shipments.ts';
import type { Style } from '../../deploy/local/seed/data/styles.ts';
import { suppliers } from '../../deploy/local/seed/data/suppliers.ts';
import type { Season } from '../../deploy/local/seed/season.ts';

/** Expected figures of the season, computed only from its plan, by the rules of decisions 6. */

/** The last stage of the lines in this version. */
export const stageOf = (version: number): Stage =>
  (['corrected', 'resourced', 'negotiated'] as const)[version - 1] as Stage;

type Values = Record<string, string | number | null>;

export interface Difference {
  changeType: string;
  description: string;
  fields: { field: string; oldValue: unknown; newValue: unknown }[];
}

/** Decimals of currencies that do not have two. Amounts are rounded half-up to the currency's minor unit. */
const MINOR_UNITS: Record<string, number> = { JPY: 0, VND: 0 };
const money = (currency: string, amount: Big) => amount.round(MINOR_UNITS[currency] ?? 2, 1);
const rateOf = (currency: string) => new Big(currency === 'USD' ? '1' : (exchangeRates[currency] as string));
const net = (gross: number, tolerance: number) => new Big(gross).times(new Big(100).plus(tolerance)).div(100);
const costOf = ({ options, chosen }: PlannedLine) =>
  options.find(({ material }) => material === chosen)?.cost as number;

export function costs(style: Style, stage: Stage) {
  const lines = linesOf(style, stage).map((line) => {
    const { nativeCurrency: currency } = line.chosen;
    const native = net(line.grossConsumption, line.buyingTolerance).times(costOf(line));
    return { currency, native: money(currency, native), usd: money('USD', native.times(rateOf(currency))), line };
  });
  const sum = (amounts: Big[]) => amounts.reduce((total, amount) => total.plus(amount), new Big(0)).toNumber();
  const grouped = <Key>(keyOf: (entry: (typeof lines)[number]) => Key, pick: 'native' | 'usd') =>
    [...Map.groupBy(lines, keyOf)].map(([key, entries]) => [key, sum(entries.map((entry) => entry[pick]))] as const);
  return {
    total: sum(lines.map(({ usd }) => usd)),
    native: Object.fromEntries(grouped(({ currency }) => currency, 'native')),
    categories: grouped(({ line }) => line.category, 'usd'),
  };
}

/** Sums of an order, in its currency. */
export function orderTotals({ styles, taxRate }: PlannedOrder, currency: string) {
  const amounts = styles.flatMap((style) =>
    style.colors.flatMap(() =>
      style.sizes.map((size) => money(currency, new Big(qtyOf(style, size)).times(unitPriceOf(style, currency)))),
    ),
  );
  const subtotal = amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
  const tax = money(currency, subtotal.times(taxRate).div(100));
  const [subtotalSaid, taxAmount] = [subtotal.toNumber(), tax.toNumber()];
  return {
    subtotal: subtotalSaid,
    taxAmount,
    totalAmount: subtotal.plus(tax).toNumber(),
    lineItemCount: amounts.length,
  };
}

/** Sums of a purchase order, as text with the decimals of the currency. The tax of each item is rounded on its own. */
export function purchaseTotals({ supplier, materials, taxRate, adjustment }: PlannedPurchase) {
  const { currency } = suppliers[supplier];
  const amounts = materials.map(({ moq, costInNativeCurrency }) =>
    money(currency, new Big(moq).times(costInNativeCurrency)),
  );
  const taxes = amounts.map((amount) => money(currency, amount.times(taxRate).div(100)));
  const sum = (all: Big[]) => all.reduce((total, amount) => total.plus(amount), new Big(0));
  const text = (amount: Big) => amount.toFixed(MINOR_UNITS[currency] ?? 2);
  const [subtotal, taxAmount] = [sum(amounts), sum(taxes)];
  const total = subtotal.plus(taxAmount).plus(adjustment);
  return {
    subtotal: text(subtotal),
    taxAmount: text(taxAmount),
    adjustment: text(new Big(adjustment)),
    total: text(total),
  };
}

/** Sums of an invoice, and the paid amount by its bank line. */
export function invoiceTotals({ shipment, paid }: PlannedInvoice, currency: string) {
  const { styles, taxRate } = shipment.order;
  const amounts = styles.flatMap((style) =>
    style.colors.flatMap(() =>
      style.sizes.map((size) => {
        const qty = shipment.qtyOf(qtyOf(style, size));
        return money(currency, new Big(qty).times(unitPriceOf(style, currency)));
      }),
    ),
  );
  const subtotal = amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
  const taxAmount = money(currency, subtotal.times(taxRate).div(100));
  const totalAmount = subtotal.plus(taxAmount);
  const paidAmount = new Big(paid(totalAmount.toNumber()));
  const remainingBalance = totalAmount.minus(paidAmount).toNumber();
  const said = { subtotal, taxAmount, totalAmount, paidAmount };
  const numbers = Object.fromEntries(Object.entries(said).map(([name, amount]) => [name, amount.toNumber()]));
  return { ...numbers, remainingBalance };
}

/** The shipped quantity of each line of an order. */
export function shippedQuantities(order: PlannedOrder): number[] {
  const own = shipments.filter((shipment) => shipment.order === order);
  return linesOfOrder(order).map((qty) => own.reduce((sum, { qtyOf: shipped }) => sum + shipped(qty), 0));
}

const linesOfOrder = ({ styles }: PlannedOrder): number[] =>
  styles.flatMap((style) => style.colors.flatMap(() => style.sizes.map((size) => qtyOf(style, size))));

/**
 * Expected changes from one version to another. Two lines are the same line if they have the same description, else if
 * they have the same chosen material.
 */
export function differences(style: Style, from: number, to: number, { catalog }: Season): Difference[] {
  const [before, after] = [from, to].map((version) => linesOf(style, stageOf(version))) as [
    PlannedLine[],
    PlannedLine[],
  ];
  const only = (lines: PlannedLine[], others: PlannedLine[]) =>
    lines.filter(({ description }) => !others.some((other) => other.description === description));
  const [gone, fresh] = [only(before, after), only(after, before)];
  const partnerOf = (line: PlannedLine) =>
    after.find(({ description }) => description === line.description) ??
    fresh.find(({ chosen }) => chosen === line.chosen);
  const modified = before.flatMap((line) => {
    const partner = partnerOf(line);
    const fields = partner ? changed(valuesOf(line, catalog), valuesOf(partner, catalog)) : [];
    return partner && fields.length > 0 ? [{ changeType: 'modified', description: partner.description, fields }] : [];
  });
  const unpaired = (lines: PlannedLine[], others: PlannedLine[], changeType: string) =>
    lines
      .filter(({ chosen }) => !others.some((other) => other.chosen === chosen))
      .map(({ description }) => ({ changeType, description, fields: [] }));
  return [...modified, ...unpaired(gone, fresh, 'removed'), ...unpaired(fresh, gone, 'added')];
}

function changed(before: Values, after: Values): Difference['fields'] {
  return Object.keys(before)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, oldValue: before[field], newValue: after[field] }));
}

function valuesOf(line: PlannedLine, catalog: Season['catalog']): Values {
  const { chosen, grossConsumption, sellingTolerance, buyingTolerance } = line;
  const { name: supplierName } = suppliers[chosen.supplier];
  return {
    materialId: catalog.materials.get(chosen.refId) ?? null,
    materialName: chosen.name,
    supplierId: catalog.suppliers.get(supplierName) ?? null,
    supplierName,
    grossConsumption,
    sellingTolerance,
    netSellingConsumption: net(grossConsumption, sellingTolerance).toNumber(),
    buyingTolerance,
    netBuyingConsumption: net(grossConsumption, buyingTolerance).toNumber(),
    materialCostInNativeCurrency: costOf(line),
    materialCostInUsd: rateOf(chosen.nativeCurrency).times(costOf(line)).round(6, 1).toNumber(),
    estimatedMaterialPreparationLeadTime: chosen.leadTimeDays,
    nativeCurrency: chosen.nativeCurrency,
  };
}
