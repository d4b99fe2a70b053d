import { archivable } from '#chassis/domain/archivable.ts';
import { AppError, invalidField, notFound } from '#chassis/domain/errors.ts';
import { changed, filled } from '#chassis/domain/plain-fields.ts';
import { advance, newRecord, type StateOf, type View, viewOf } from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import { type Style as ShownStyle, type StyleInput, style } from '#proto/product/v1/style.contract.ts';
import { bytesOf, keepSkus, leastBytes, type Sku } from './sku.ts';

/** A product that is made and sold (interface: Style; decisions 6: Style). */
export interface Style extends StateOf<Omit<ShownStyle, 'clientName'>> {
  /** The highest number that a SKU of the style has ever had. Callers do not see it. */
  lastSku: number;
}

/** The style in replies and events. */
export type StyleView = Omit<View<Style>, 'lastSku'>;

export type StyleChanges = Changes<typeof style>;

/** Values of a new style besides the sent fields. */
export interface NewStyle {
  orgId: string;
  documentId: string;
  now: Date;
  newId: () => string;
}

/** Maximum number of SKUs of a style (decisions 6: Style). */
const MAX_SKUS = 2_000;
/**
 * Maximum bytes of the SKUs of one style: room for 2,000 SKUs with 96 characters of color and size. A page shows 100
 * styles.
 */
const MAX_BYTES = 512 * 1024;
/** Maximum bytes of the SKUs of all styles of an import. */
const MAX_IMPORT_BYTES = 8 * 1024 * 1024;

const life = archivable<Style, StyleView>(style, styleView);
export const { archive: archiveStyle, restore: restoreStyle, remove: deleteStyle } = life;

/**
 * Creates a style in the status that the input names, by default active (decisions 4). Errors: validation_failed for
 * more than MAX_SKUS SKUs; body_too_large for more than MAX_BYTES.
 */
export function createStyle(input: StyleInput, { orgId, documentId, now, newId }: NewStyle) {
  const state: Style = {
    ...newRecord(newId(), orgId, now),
    ...filled(style.plain, input),
    documentId,
    colors: [],
    sizes: [],
    skus: [],
    skuCount: 0,
    lastSku: 0,
    status: input.status ?? 'active',
  };
  return life.created(withVariants(state, input.colors ?? [], input.sizes ?? [], newId));
}

/**
 * Changes a style. null clears a field that may be empty, and leaves another field unchanged (decisions 1: Null). New
 * colors and sizes add and remove SKUs. Errors: validation_failed for more than MAX_SKUS SKUs; body_too_large for more
 * than MAX_BYTES.
 */
export function updateStyle(before: Style, changes: StyleChanges, now: Date, newId: () => string) {
  const state: Style = {
    ...advance(before, now),
    ...changed(style.plain, before, changes),
  };
  const [colors, sizes] = [changes.colors ?? before.colors, changes.sizes ?? before.sizes];
  return life.updated(before, withVariants(state, colors, sizes, newId));
}

/** The SKUs that `after` no longer has. */
export function droppedSkus(before: Style, after: Style): Sku[] {
  const kept = new Set(after.skus.map(({ id }) => id));
  return before.skus.filter(({ id }) => !kept.has(id));
}

/** Finds a SKU by its id or documentId. Errors: not_found. */
export function skuOf({ skus }: Style, idOrDocumentId: string): Sku {
  const found = skus.find(({ id, documentId }) => id === idOrDocumentId || documentId === idOrDocumentId);
  if (!found) throw notFound('SKU');
  return found;
}

/** A SKU of any style that goes into a kit. */
export interface Component extends Pick<Sku, 'id' | 'color' | 'size' | 'isKittedBundle'> {
  styleId: string;
}

/** An entry of a kit. `component`: the SKU that was found; undefined if there is none. */
export interface Packed {
  skuId: string;
  quantity: number;
  component: Component | undefined;
}

/**
 * Replaces the contents of a kit. Errors: validation_failed for an entry that names no SKU, a kit, the SKU itself, or a
 * SKU twice; body_too_large if the style's kits together take too many bytes.
 */
export function setKit(before: Style, sku: Sku, packed: Packed[], now: Date) {
  const kittedBundle = packed.map(({ skuId, quantity, component }, index) => {
    const refuse = (why: string) => invalidField(['body', 'kittedBundle', String(index), 'skuId'], why, skuId);
    if (!component) throw refuse('no SKU has this id; a style has a SKU for each color in each size');
    if (component.id === sku.id) throw refuse('a kit cannot contain itself');
    if (component.isKittedBundle) throw refuse('a kit cannot contain kits');
    if (packed.findIndex((other) => other.component?.id === component.id) < index)
      throw refuse('the SKU is in the kit already');
    return { skuId: component.id, styleId: component.styleId, quantity, color: component.color, size: component.size };
  });
  const changed = { ...sku, kittedBundle, isKittedBundle: kittedBundle.length > 0 };
  const skus = before.skus.map((other) => (other.id === sku.id ? changed : other));
  refuseLarge(bytesOf(skus), before.skus);
  return life.updated(before, { ...advance(before, now), skus });
}

function styleView(state: Style): StyleView {
  const { lastSku: _, ...shown } = viewOf(state);
  return shown;
}

function withVariants(state: Style, colors: string[], sizes: string[], newId: () => string): Style {
  const count = colors.length * sizes.length;
  if (count > MAX_SKUS) {
    const reason = `${colors.length} colors in ${sizes.length} sizes are ${count} SKUs; a style has at most ${MAX_SKUS}`;
    throw invalidField(['body', 'sizes'], reason, sizes);
  }
  refuseLarge(leastBytes(colors, sizes), state.skus);
  let { lastSku } = state;
  const skus = keepSkus(state.skus, colors, sizes, (color, size) => {
    lastSku += 1;
    const [documentId, qrData] = [`${state.documentId}-${lastSku}`, `${state.documentId}:${color}:${size}`];
    return { id: newId(), documentId, color, size, qrData, isKittedBundle: false, kittedBundle: [] };
  });
  refuseLarge(bytesOf(skus), state.skus);
  return { ...state, colors, sizes, skus, skuCount: skus.length, lastSku };
}

/** A style that exceeded the limit before the limit existed can be changed, but its SKUs cannot grow. */
function refuseLarge(bytes: number, before: readonly Sku[]): void {
  if (bytes > Math.max(MAX_BYTES, bytesOf(before)))
    throw new AppError('body_too_large', `The SKUs of a style are limited to ${MAX_BYTES} bytes`);
}

/** Errors: body_too_large if the SKUs of an import take more than MAX_IMPORT_BYTES. */
export function refuseLargeImport(bytes: number): void {
  if (bytes <= MAX_IMPORT_BYTES) return;
  throw new AppError('body_too_large', `The SKUs of an import are limited to ${MAX_IMPORT_BYTES} bytes`);
}
