import { AREA, type Item, leading, PAGE, RULES, STYLES, type Style } from './page.ts';
import type { Labelled, LabelledParty, Party, PrintedDocument } from './printed-document.ts';
import type { Typesetter } from './typesetter.ts';

/** The head of a page. `bottom`: where the content begins. */
export interface Head {
  items: Item[];
  bottom: number;
}

const GUTTER = 24;
const HALF = (AREA.width - GUTTER) / 2;
/** Maximum number of rows of a name, an address and a value. */
const NAME_ROWS = 4;
const ADDRESS_ROWS = 8;
const VALUE_ROWS = 3;
/** Width of the label of a fact, in points. */
const LABEL_WIDTH = 96;

/** Texts below each other. */
class Stack {
  readonly items: Item[] = [];
  bottom: number;
  readonly #type: Typesetter;
  readonly #place: { x: number; width: number };

  constructor(type: Typesetter, place: { x: number; width: number }, top: number) {
    this.#type = type;
    this.#place = place;
    this.bottom = top;
  }

  add(text: string, style: Style, max: number): this {
    const rows = this.#type.rows(text, style, this.#place.width, max);
    this.items.push(...this.#type.items(rows, style, { x: this.#place.x, top: this.bottom }));
    this.bottom += rows.length * leading(style);
    return this;
  }

  space(height: number): this {
    this.bottom += height;
    return this;
  }
}

/** The head of the first page: issuer, recipients and facts of the document. */
export function firstHead(document: PrintedDocument, type: Typesetter): Head {
  const issuer = partyStack(document.issuer, STYLES.issuer, new Stack(type, { x: AREA.left, width: HALF }, AREA.top));
  const name = new Stack(type, { x: AREA.left + HALF + GUTTER, width: HALF }, AREA.top - 4);
  name.add(document.title, STYLES.title, 2).space(2).add(document.number, STYLES.number, NAME_ROWS);
  const badge = badgeOf(document.mark, type, name);
  const line = Math.max(issuer.bottom, name.bottom, badge.bottom) + 14;
  const rule: Item = { kind: 'rule', from: AREA.left, to: AREA.right, y: line, ...RULES.strong };
  const parties = partiesOf(document.parties, type, line + 16);
  const facts = factsOf(document.facts, type, parties.bottom + 14);
  return {
    items: [...issuer.items, ...name.items, ...badge.items, rule, ...parties.items, ...facts.items],
    bottom: facts.bottom + 20,
  };
}

/** The head of all further pages: title, number and issuer. */
export function furtherHead({ title, number, issuer }: PrintedDocument, type: Typesetter): Head {
  const top = AREA.top;
  const left = type.rows(issuer.name, STYLES.small, HALF, 1);
  const right = type.rows(`${title} ${number}`, STYLES.small, HALF, 1);
  const line = top + leading(STYLES.small) + 6;
  return {
    items: [
      ...type.items(left, STYLES.small, { x: AREA.left, top }),
      ...type.items(right, STYLES.small, { right: AREA.right, top }),
      { kind: 'rule', from: AREA.left, to: AREA.right, y: line, ...RULES.light },
    ],
    bottom: line + 18,
  };
}

function partyStack(party: Party, style: Style, stack: Stack): Stack {
  const { name, address, taxId, registrationNumber, phone, website } = party;
  stack.add(name, style, NAME_ROWS).space(1);
  if (address) stack.add(address, STYLES.small, ADDRESS_ROWS);
  const numbers = [taxId && `Tax ID ${taxId}`, registrationNumber && `Registration ${registrationNumber}`];
  for (const line of [...numbers, phone, website]) if (line) stack.add(line, STYLES.small, VALUE_ROWS);
  return stack;
}

function badgeOf(mark: PrintedDocument['mark'], type: Typesetter, below: Stack): Head {
  if (mark === null) return { items: [], bottom: below.bottom };
  const [x, y, height] = [AREA.left + HALF + GUTTER, below.bottom + 6, 18];
  const width = type.width(mark, STYLES.badge) + 16;
  return { items: [{ kind: 'badge', ...STYLES.badge, x, y, width, height, text: mark }], bottom: y + height };
}

function partiesOf(parties: readonly LabelledParty[], type: Typesetter, top: number): Head {
  const width = Math.min(HALF, (AREA.width - GUTTER * (parties.length - 1)) / Math.max(1, parties.length));
  const stacks = parties.map((party, at) => {
    const stack = new Stack(type, { x: AREA.left + at * (width + GUTTER), width }, top);
    return partyStack(party, STYLES.party, stack.add(party.label.toUpperCase(), STYLES.label, 1).space(2));
  });
  return joined(stacks, top);
}

/** Two facts side by side in each row. */
function factsOf(facts: readonly Labelled[], type: Typesetter, top: number): Head {
  const items: Item[] = [];
  let bottom = top;
  for (let at = 0; at < facts.length; at += 2) {
    const pair = joined(
      facts.slice(at, at + 2).map((fact, side) => factStacks(fact, type, AREA.left + side * (HALF + GUTTER), bottom)),
      bottom,
    );
    items.push(...pair.items);
    bottom = pair.bottom + 2;
  }
  return { items, bottom };
}

function factStacks({ label, value }: Labelled, type: Typesetter, x: number, top: number): Head {
  const name = new Stack(type, { x, width: LABEL_WIDTH }, top).add(label, STYLES.small, 2);
  const place = { x: x + LABEL_WIDTH + 8, width: HALF - LABEL_WIDTH - 8 };
  const content = new Stack(type, place, top - 0.5).add(value, STYLES.body, VALUE_ROWS);
  return joined([name, content], top);
}

const joined = (heads: readonly Head[], top: number): Head => ({
  items: heads.flatMap(({ items }) => items),
  bottom: Math.max(top, ...heads.map(({ bottom }) => bottom)),
});

/** The watermark of each page. It is drawn below all other content. */
export function watermarkOf({ mark }: PrintedDocument, type: Typesetter): Item[] {
  if (mark === null) return [];
  // The largest size at which the text fits the diagonal of the page.
  const size = Math.min(
    STYLES.watermark.size,
    (STYLES.watermark.size * PAGE.width) / type.width(mark, STYLES.watermark),
  );
  const style = { ...STYLES.watermark, size };
  return [{ kind: 'watermark', ...style, width: type.width(mark, style), text: mark }];
}
