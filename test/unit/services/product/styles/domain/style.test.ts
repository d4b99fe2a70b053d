import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Style as PublicStyle, type StyleInput, style } from '#proto/product/v1/style.contract.ts';
import { kitChanges } from '../../../../../../services/product/styles/domain/kit.ts';
import {
  archiveStyle,
  createStyle,
  deleteStyle,
  droppedSkus,
  restoreStyle,
  type Style,
  type StyleChanges,
  setKit,
  skuOf,
  updateStyle,
} from '../../../../../../services/product/styles/domain/style.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-02T12:00:00.000Z');
let made = 0;
const newId = () => `id-${++made}`;
const create = (input: Partial<StyleInput> = {}) =>
  createStyle({ name: 'Parka', ...input }, { orgId: 'org', documentId: 'STY-2026-000007', now, newId });
const change = (before: Style, changes: StyleChanges) => updateStyle(before, changes, later, newId);
const variants = ({ skus }: Style) => skus.map(({ color, size }) => `${color} ${size}`);

describe('a new style', () => {
  test('has a SKU for every color in every size, each numbered', () => {
    const { state } = create({ colors: ['navy', 'sand'], sizes: ['S', 'M'] });
    expect(variants(state)).toEqual(['navy S', 'navy M', 'sand S', 'sand M']);
    expect(state.skus.map(({ documentId }) => documentId)).toEqual([1, 2, 3, 4].map((n) => `STY-2026-000007-${n}`));
    expect(state.skus[3]).toMatchObject({ qrData: 'STY-2026-000007:sand:M', isKittedBundle: false, kittedBundle: [] });
    expect(state.skuCount).toBe(4);
  });

  test('has 2,000 SKUs at most', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
    expect(create({ colors: names(50), sizes: names(40) }).state.skuCount).toBe(2_000);
    expect(() => create({ colors: names(50), sizes: names(41) })).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        issues: [expect.objectContaining({ loc: ['body', 'sizes'] })],
      }),
    );
  });

  test('and all that comes of it is told as a read shows it, in the events of the contract', () => {
    const { state, event } = create({ colors: ['navy'], sizes: ['S'] });
    const archived = archiveStyle(state, later);
    const told = [event, change(state, { name: 'B' }).event, archived.event, restoreStyle(archived.state, later).event];
    const all = [...told, deleteStyle(state).event];
    expect(all.map(({ type }) => type)).toEqual(Object.keys(style.events));
    expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 2, 3, 2]);
    // The name of the client is added when the event is stored.
    const domainStyle = PublicStyle.omit({ clientName: true });
    for (const { data } of all) expect(domainStyle.parse(data)).toEqual(data);
  });
});

describe('a change of colors and sizes', () => {
  test('keeps the SKUs that stay, whatever their order', () => {
    const before = create({ colors: ['navy', 'sand'], sizes: ['S', 'M'] }).state;
    const { state } = change(before, { colors: ['sand', 'navy'], sizes: ['M', 'L'] });
    expect(variants(state)).toEqual(['sand M', 'sand L', 'navy M', 'navy L']);
    const idOf = (style: Style, color: string, size: string) =>
      style.skus.find((sku) => sku.color === color && sku.size === size)?.id;
    expect(idOf(state, 'navy', 'M')).toBe(idOf(before, 'navy', 'M'));
    expect(droppedSkus(before, state).map(({ size }) => size)).toEqual(['S', 'S']);
  });

  test('gives no number twice', () => {
    const first = create({ colors: ['navy'], sizes: ['S'] }).state;
    const second = change(first, { sizes: ['M'] }).state;
    const third = change(second, { sizes: ['S'] }).state;
    expect(third.skus.map(({ documentId }) => documentId)).toEqual(['STY-2026-000007-3']);
  });

  test('null leaves them as they are', () => {
    const before = create({ colors: ['navy'], sizes: ['S'], refId: 'P-1' }).state;
    const { state } = change(before, { colors: null, sizes: null, name: null, refId: null });
    expect(state).toMatchObject({ colors: ['navy'], skus: before.skus, name: 'Parka', refId: null });
  });

  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 });
  test('after any number of them, the SKUs are the product, ids are stable and numbers unique', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ colors: names, sizes: names }), { minLength: 1, maxLength: 6 }), (changes) => {
        let style = create().state;
        const numbers = new Map<string, string>();
        for (const { colors, sizes } of changes) {
          const before = style;
          style = change(before, { colors, sizes }).state;
          expect(variants(style)).toEqual(colors.flatMap((color) => sizes.map((size) => `${color} ${size}`)));
          for (const sku of style.skus) {
            const known = before.skus.find(({ color, size }) => color === sku.color && size === sku.size);
            if (known) expect(sku).toEqual(known);
            expect(numbers.get(sku.documentId) ?? sku.id).toBe(sku.id);
            numbers.set(sku.documentId, sku.id);
          }
        }
      }),
    );
  });
});

describe('a kit', () => {
  const style = create({ colors: ['navy'], sizes: ['S', 'M', 'L'] }).state;
  const [small, medium, large] = style.skus as [Style['skus'][0], Style['skus'][0], Style['skus'][0]];
  const of = (sku: Style['skus'][0], fields: object = {}) => ({
    skuId: sku.id,
    quantity: 2,
    component: { ...sku, styleId: style.id, ...fields },
  });

  test('holds SKUs with what they are', () => {
    const { state, event } = setKit(style, small, [of(medium), of(large)], later);
    expect(skuOf(state, small.documentId)).toMatchObject({
      isKittedBundle: true,
      kittedBundle: [
        { skuId: medium.id, styleId: style.id, quantity: 2, color: 'navy', size: 'M' },
        { skuId: large.id, quantity: 2, size: 'L' },
      ],
    });
    expect(event).toMatchObject({ type: 'style.updated', sequence: 2, previous: { skus: expect.anything() } });
  });

  test('that is empty makes an ordinary SKU', () => {
    const kit = setKit(style, small, [of(medium)], later).state;
    expect(skuOf(setKit(kit, skuOf(kit, small.id), [], later).state, small.id)).toEqual(small);
  });

  test.each([
    ['a SKU that there is not', [{ ...of(medium), component: undefined }], /no SKU has this id/],
    ['itself', [of(small)], /contain itself/],
    ['another kit', [of(medium, { isKittedBundle: true })], /cannot contain kits/],
    ['one twice', [of(medium), of(medium)], /already/],
  ])('does not hold %s', (_case, packed, reason) => {
    const loc = ['body', 'kittedBundle', String(packed.length - 1), 'skuId'];
    const issues = [expect.objectContaining({ loc, msg: expect.stringMatching(reason) })];
    const refusal = expect.objectContaining({ code: 'validation_failed', issues });
    expect(() => setKit(style, small, packed, later)).toThrow(refusal);
  });

  test('refers to its SKUs and their styles, each once, until it is none', () => {
    const kit = setKit(style, small, [of(medium), of(large)], later).state;
    const targets = [`sku:${medium.id}`, `style:${style.id}`, `sku:${large.id}`];
    expect(kitChanges(style, kit)).toEqual([
      expect.objectContaining({ record: `sku:${small.id}`, kind: 'kit', name: small.documentId, targets }),
    ]);
    expect(kitChanges(kit, { ...kit, name: 'Other' })).toEqual([]);
    expect(kitChanges(kit, { ...kit, status: 'archived' })).toMatchObject([{ status: 'archived', targets }]);
    expect(kitChanges(kit, change(kit, { sizes: ['M', 'L'] }).state)).toMatchObject([{ targets: [] }]);
  });
});

describe('what the SKUs of a style take', () => {
  const named = (prefix: string, count: number, length: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`.padEnd(length, '.'));
  const entry = { skuId: 'sku', styleId: 'style', quantity: 1, color: 'navy', size: 'M' };
  const tooLarge = expect.objectContaining({ code: 'body_too_large' });

  test('has room for 2,000 with names of some length, and none for long ones', () => {
    expect(create({ colors: named('c', 50, 48), sizes: named('s', 40, 48) }).state.skus).toHaveLength(2_000);
    const large = { colors: named('c', 45, 250), sizes: named('s', 44, 250) };
    expect(() => create(large)).toThrow(tooLarge);
    expect(() => change(create().state, large)).toThrow(tooLarge);
  });

  test('lets a style that was larger before be changed, but not grow', () => {
    const { state } = create({ colors: ['c'], sizes: named('s', 100, 20) });
    const skus = state.skus.map((sku) => ({ ...sku, kittedBundle: Array(500).fill(entry) }));
    const large: Style = { ...state, skus };
    expect(change(large, { description: 'warm' }).state).toMatchObject({ description: 'warm', skuCount: 100 });
    expect(change(large, { sizes: named('s', 99, 20) }).state).toMatchObject({ skuCount: 99 });
    expect(() => change(large, { sizes: named('s', 101, 20) })).toThrow(tooLarge);
    expect(setKit(large, large.skus[0] as Style['skus'][number], [], later).state).toMatchObject({ skuCount: 100 });
  });

  test('counts kits', () => {
    const { state } = create({ colors: named('c', 500, 255), sizes: ['S'] });
    const component = (index: number) => ({ ...(state.skus[index] as Style['skus'][number]), styleId: state.id });
    const packed = Array.from({ length: 400 }, (_, index) => {
      const of = component(index + 50);
      return { skuId: of.id, quantity: 1, component: of };
    });
    let style: Style = state;
    const fill = (index: number) => {
      style = setKit(style, style.skus[index] as Style['skus'][number], packed, later).state as Style;
    };
    fill(0);
    expect(() => Array.from({ length: 10 }, (_, index) => fill(index + 1))).toThrow(tooLarge);
  });
});
