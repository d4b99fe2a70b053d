import { refuseEndedAt } from '#chassis/domain/currencies.ts';
import { AppError, notFound } from '#chassis/domain/errors.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { type Decimal, inUsd, parseDecimal, type Rates, unitPriceOf } from '#chassis/domain/money.ts';
import { refuseId } from '#chassis/domain/record.ts';
import { type Consumption, changeConsumption, consumptionOf, settleConsumption } from './consumption.ts';
import {
  type Catalog,
  type Choice,
  type MaterialOption,
  type MaterialOptionInput,
  settleChoice,
  settleOptions,
} from './material-option.ts';

/** decisions 6: BOM. */
export const MAX_LINES = 2_000;

/** interface: BOM line item. */
export const DEFAULT_CATEGORY = 'Uncategorized';
export const DEFAULT_UNIT = 'pc';

export interface LineItem extends LineItemFields {
  id: string;
  /** Shared with the lines that it was copied from and into: comparisons pair by it (decisions 6: BOM comparison). */
  lineage: string;
}

/** The fields of a line that a caller sends (interface: BOM line item). */
interface LineItemFields extends Consumption, Choice {
  /** Per unit, in the native currency. */
  materialCostInNativeCurrency: number | null;
  /** ISO 4217. */
  nativeCurrency: string | null;
  /** Per unit, as sent. Null: computed from exchange rates. */
  materialCostInUsd: number | null;
  /** Days. */
  estimatedMaterialPreparationLeadTime: number | null;
  category: string;
  description: string | null;
  unit: string;
}

type Sendable = Omit<LineItemFields, 'assignedMaterialOptions'> & { assignedMaterialOptions: MaterialOptionInput[] };

/** A line as sent. The id of a line that the version has keeps that line. */
export type LineItemInput = { [Field in keyof Sendable]?: NonNullable<Sendable[Field]> } & { id?: string };

/** New values; null where a field is to be cleared. */
export type LineItemChanges = { [Field in keyof Sendable]?: Sendable[Field] | null };

/** The facts that a change of lines needs besides the lines. */
export interface LineContext {
  catalog: Catalog;
  /** The rates by which the version's costs are shown. */
  rates: Rates;
  newId: () => string;
}

type Lines = readonly LineItem[];

/**
 * The whole list anew, in its order, a line a step. A line that is sent with its id stays that line.
 * Errors: validation_failed, also for an id that the list has no line of.
 */
export function* replaceLines(
  before: Lines,
  inputs: readonly LineItemInput[],
  context: LineContext,
): Generator<void, LineItem[]> {
  checkListLength(inputs.length);
  const known = new Map(before.map((line) => [line.id, line]));
  const faults = new Faults();
  const lines: LineItem[] = [];
  for (const [index, input] of inputs.entries()) {
    const line = input.id === undefined ? undefined : known.get(input.id);
    if (line) known.delete(line.id);
    else if (input.id !== undefined) refuseId(input.id, index, faults.within('lineItems'));
    lines.push(makeLine(input, line, context, faults.within('lineItems', String(index))));
    yield;
  }
  faults.throwIfAny();
  return lines;
}

/** Errors: validation_failed. */
export function addLine(before: Lines, input: LineItemInput, context: LineContext): LineItem[] {
  checkLength(before.length + 1, ['body']);
  const faults = new Faults();
  const line = makeLine(input, undefined, context, faults);
  faults.throwIfAny();
  return [...before, line];
}

/**
 * null clears a field that can be empty, and leaves any other as it is (decisions 1: Null). `before` itself when that
 * changes nothing. Errors: not_found, validation_failed.
 */
export function changeLine(before: Lines, id: string, changes: LineItemChanges, context: LineContext): Lines {
  const index = indexOf(before, id);
  const line = before[index] as LineItem;
  const faults = new Faults();
  const changed = applyChanges(line, changes, context, faults);
  faults.throwIfAny();
  return JSON.stringify(changed) === JSON.stringify(line) ? before : before.with(index, changed);
}

/** Errors: not_found. */
export function removeLine(before: Lines, id: string): LineItem[] {
  return before.toSpliced(indexOf(before, id), 1);
}

/** The lines for a new version: with ids of their own and the lineage that they have. */
export const copyLines = (lines: Lines, newId: () => string): LineItem[] =>
  lines.map((line) => ({ ...line, id: newId() }));

/** Errors: not_found. */
export const findLine = (lines: Lines, id: string): LineItem => lines[indexOf(lines, id)] as LineItem;

function indexOf(lines: Lines, id: string): number {
  const index = lines.findIndex((line) => line.id === id);
  if (index < 0) throw notFound('Line item');
  return index;
}

function makeLine(input: LineItemInput, known: LineItem | undefined, context: LineContext, faults: Faults): LineItem {
  const id = known?.id ?? context.newId();
  const { assignedMaterialOptions = [], ...sent } = input;
  refuseEndedAt('nativeCurrency', sent.nativeCurrency, known?.nativeCurrency, faults);
  const choice = {
    assignedMaterialOptions: optionsOf(assignedMaterialOptions, known, context, faults),
    chosenAssignedMaterialId: sent.chosenAssignedMaterialId ?? null,
    chosenAssignedSkuId: sent.chosenAssignedSkuId ?? null,
  };
  return {
    id,
    lineage: known?.lineage ?? id,
    ...settleConsumption(consumptionOf(sent), faults),
    materialCostInNativeCurrency: unitCost(sent.materialCostInNativeCurrency, known?.materialCostInNativeCurrency),
    nativeCurrency: sent.nativeCurrency ?? null,
    materialCostInUsd: sentCostInUsd(sent.materialCostInUsd ?? null, known, context.rates),
    estimatedMaterialPreparationLeadTime: sent.estimatedMaterialPreparationLeadTime ?? null,
    ...settleChoice(choice, known, context.catalog, faults),
    category: sent.category ?? DEFAULT_CATEGORY,
    description: sent.description ?? null,
    unit: sent.unit ?? DEFAULT_UNIT,
  };
}

function applyChanges(before: LineItem, changes: LineItemChanges, context: LineContext, faults: Faults): LineItem {
  const { assignedMaterialOptions: options, materialCostInUsd: usd, category, unit, ...nullable } = changes;
  refuseEndedAt('nativeCurrency', changes.nativeCurrency, before.nativeCurrency, faults);
  const line: LineItem = {
    ...before,
    ...nullable,
    ...changeConsumption(before, changes, faults),
    category: category ?? before.category,
    unit: unit ?? before.unit,
  };
  // A line that gives up its material gives up the material's SKU, too.
  if (changes.chosenAssignedMaterialId === null && changes.chosenAssignedSkuId === undefined)
    line.chosenAssignedSkuId = null;
  if (changes.materialCostInNativeCurrency !== undefined)
    line.materialCostInNativeCurrency = unitCost(
      changes.materialCostInNativeCurrency,
      before.materialCostInNativeCurrency,
    );
  if (usd !== undefined) line.materialCostInUsd = sentCostInUsd(usd, before, context.rates);
  if (options !== undefined) line.assignedMaterialOptions = optionsOf(options ?? [], before, context, faults);
  const isChosenAnew = [options, changes.chosenAssignedMaterialId, changes.chosenAssignedSkuId].some(
    (change) => change !== undefined,
  );
  return isChosenAnew ? { ...line, ...settleChoice(line, before, context.catalog, faults) } : line;
}

function optionsOf(
  inputs: NonNullable<LineItemInput['assignedMaterialOptions']>,
  known: LineItem | undefined,
  context: LineContext,
  faults: Faults,
) {
  return settleOptions(inputs, known?.assignedMaterialOptions ?? [], context, faults.within('assignedMaterialOptions'));
}

/** A computed cost that is sent back as it was shown stays computed: whoever edits a line has not priced it. */
function sentCostInUsd(sent: number | null, known: LineItem | undefined, rates: Rates): number | null {
  const isEcho = known?.materialCostInUsd === null && sent === shownCostInUsd(known, rates);
  return isEcho ? null : unitCost(sent, known?.materialCostInUsd);
}

const unitCost = (sent: number | null = null, before: number | null = null): number | null =>
  sent === null ? null : unitPriceOf(sent, before);

/** Checks the length of a list that replaces all lines. Errors: validation_failed. */
export const checkListLength = (length: number): void => checkLength(length, ['body', 'lineItems']);

function checkLength(length: number, loc: string[]): void {
  if (length <= MAX_LINES) return;
  const msg = `A version should have at most ${MAX_LINES} line items, not ${length}`;
  const issue = {
    type: 'too_long',
    loc,
    msg,
    ctx: { field_type: 'List', max_length: MAX_LINES, actual_length: length },
  };
  throw new AppError('validation_failed', 'Validation failed', { issues: [issue] });
}

/** The option that was chosen: of the material and, where several are of it, of the SKU. */
export function chosenOption(line: LineItemFields): MaterialOption | undefined {
  const { chosenAssignedMaterialId: materialId, chosenAssignedSkuId: skuId } = line;
  if (materialId === null) return undefined;
  const options = line.assignedMaterialOptions.filter((option) => option.materialId === materialId);
  return options.find((option) => option.skuId === skuId) ?? options[0];
}

/** The exact cost per unit in USD: as it was sent, else by the rates; undefined where neither says. */
export function unitCostInUsd(line: LineItemFields, rates: Rates): Decimal | undefined {
  const { materialCostInUsd: sent, materialCostInNativeCurrency: cost, nativeCurrency } = line;
  if (sent !== null) return parseDecimal(sent);
  return cost === null || nativeCurrency === null ? undefined : inUsd(parseDecimal(cost), nativeCurrency, rates);
}

/** The materialCostInUsd that the line shows. A computed cost keeps 6 places, as unit costs do (decisions 1: Numbers). */
export function shownCostInUsd(line: LineItemFields, rates: Rates): number | null {
  if (line.materialCostInUsd !== null) return line.materialCostInUsd;
  const exact = unitCostInUsd(line, rates);
  return exact ? unitPriceOf(exact) : null;
}
