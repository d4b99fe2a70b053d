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
  resolveOptions,
  settleChoice,
} from './material-option.ts';

/** Maximum number of lines of a version (decisions 6: BOM). */
export const MAX_LINES = 2_000;

/** Defaults of a line (interface: BOM line item). */
export const DEFAULT_CATEGORY = 'Uncategorized';
export const DEFAULT_UNIT = 'pc';

export interface LineItem extends LineItemFields {
  id: string;
  /**
   * An id that copies of a line in other versions share. Comparisons pair lines by it (decisions 6: BOM comparison).
   */
  lineage: string;
}

/** The fields of a line that a caller sends (interface: BOM line item). */
interface LineItemFields extends Consumption, Choice {
  /** Per unit, in the native currency. */
  materialCostInNativeCurrency: number | null;
  /** ISO 4217 code. */
  nativeCurrency: string | null;
  /** Per unit, as the caller sent it; null: it is computed from the exchange rates. */
  materialCostInUsd: number | null;
  /** Days. */
  estimatedMaterialPreparationLeadTime: number | null;
  category: string;
  description: string | null;
  unit: string;
}

type Sendable = Omit<LineItemFields, 'assignedMaterialOptions'> & { assignedMaterialOptions: MaterialOptionInput[] };

/** A line of a request. If the version has a line of this id, that line is changed. */
export type LineItemInput = { [Field in keyof Sendable]?: NonNullable<Sendable[Field]> } & { id?: string };

/** New values of fields; null clears a field. */
export type LineItemChanges = { [Field in keyof Sendable]?: Sendable[Field] | null };

/** The data that a change of lines needs besides the lines. */
export interface LineContext {
  catalog: Catalog;
  /** The rates that the costs of the version are shown with. */
  rates: Rates;
  newId: () => string;
}

type Lines = readonly LineItem[];

/**
 * Replaces all lines. The generator yields after each line, so that the work can be split into time slices. A line that
 * is sent with its id keeps the id. Errors: validation_failed, also for an id that the version does not have.
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
 * Changes a line. null clears a field that may be empty, and leaves another field unchanged (decisions 1: Null).
 * Returns `before` itself if nothing changes. Errors: not_found, validation_failed.
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

/** The lines for a new version, with new ids and the same lineage. */
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
  // A line without a chosen material has no chosen SKU.
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
  return resolveOptions(
    inputs,
    known?.assignedMaterialOptions ?? [],
    context,
    faults.within('assignedMaterialOptions'),
  );
}

/** The cost to store. If the caller sends back the computed cost that was shown, the line keeps a computed cost. */
function sentCostInUsd(sent: number | null, known: LineItem | undefined, rates: Rates): number | null {
  const isEcho = known?.materialCostInUsd === null && sent === shownCostInUsd(known, rates);
  return isEcho ? null : unitCost(sent, known?.materialCostInUsd);
}

const unitCost = (sent: number | null = null, before: number | null = null): number | null =>
  sent === null ? null : unitPriceOf(sent, before);

/** Checks the number of lines of a list that replaces all lines. Errors: validation_failed. */
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

/**
 * The chosen option; undefined if none is chosen. If several options have the chosen material, the chosen SKU decides.
 */
export function chosenOption(line: LineItemFields): MaterialOption | undefined {
  const { chosenAssignedMaterialId: materialId, chosenAssignedSkuId: skuId } = line;
  if (materialId === null) return undefined;
  const options = line.assignedMaterialOptions.filter((option) => option.materialId === materialId);
  return options.find((option) => option.skuId === skuId) ?? options[0];
}

/** The exact unit cost in USD: the sent cost, otherwise computed by the rates; undefined if it is unknown. */
export function unitCostInUsd(line: LineItemFields, rates: Rates): Decimal | undefined {
  const { materialCostInUsd: sent, materialCostInNativeCurrency: cost, nativeCurrency } = line;
  if (sent !== null) return parseDecimal(sent);
  return cost === null || nativeCurrency === null ? undefined : inUsd(parseDecimal(cost), nativeCurrency, rates);
}

/** The `materialCostInUsd` that callers see. A computed cost is rounded to 6 decimals (decisions 1: Numbers). */
export function shownCostInUsd(line: LineItemFields, rates: Rates): number | null {
  if (line.materialCostInUsd !== null) return line.materialCostInUsd;
  const exact = unitCostInUsd(line, rates);
  return exact ? unitPriceOf(exact) : null;
}
