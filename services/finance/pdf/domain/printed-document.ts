/** A document as it is printed: text in its places, whatever it is a document of. */
export interface PrintedDocument {
  /** Kind of the document: `Packing list`. */
  title: string;
  number: string;
  /** A mark on documents that are not in force. */
  mark: 'DRAFT' | 'CANCELLED' | null;
  /** Name of the file, without its ending. */
  fileName: string;
  /** When what it says was last changed. */
  changedAt: Date;
  issuer: Party;
  /** At most three, side by side. */
  parties: LabelledParty[];
  facts: Labelled[];
  columns: Column[];
  /** A text for each column. */
  lines: string[][];
  totals: Labelled[];
  notes: string | null;
}

/** Somebody whom a document names, with the legal data that it must show. */
export interface Party {
  name: string;
  /** As it is kept: with line breaks, where it has some. */
  address: string | null;
  taxId: string | null;
}

export interface LabelledParty extends Party {
  /** `Supplier`. */
  label: string;
}

export interface Labelled {
  label: string;
  value: string;
}

export interface Column {
  title: string;
  /** The one that takes the width that is left; all others are as wide as what is in them. */
  fills?: true;
  align?: 'right';
}

/** Facts that a document has; those without a value are left out. */
export const factsOf = (facts: Record<string, string | number | null | undefined>): Labelled[] =>
  Object.entries(facts).flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ label, value: String(value) }],
  );

/** Columns in which some line says something; of lines that are all silent nothing is shown but the title. */
export function withoutSilent(columns: Column[], lines: string[][]): Pick<PrintedDocument, 'columns' | 'lines'> {
  const speaks = columns.map(({ fills }, at) => fills === true || lines.some((line) => line[at] !== ''));
  const kept = <Value>(values: Value[]) => values.filter((_, at) => speaks[at]);
  return { columns: kept(columns), lines: lines.map(kept) };
}

/** Characters that file systems refuse in a name, or that would end a header. */
const NOT_IN_NAMES = /[\p{C}<>:"/\\|?*]/gu;

/** `words` as the name of a file, without its ending. */
export const fileNameOf = (...words: string[]): string =>
  words
    .join(' ')
    .toWellFormed()
    .replaceAll(NOT_IN_NAMES, '-')
    .replaceAll(/^[. ]|[. ]$/g, '-');
