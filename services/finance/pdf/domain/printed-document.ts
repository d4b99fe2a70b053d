/** A document to print, as texts. It does not depend on the type of the record. */
export interface PrintedDocument {
  /** Kind of the document: `Packing list`. */
  title: string;
  number: string;
  /** The mark across a draft or cancelled document. */
  mark: 'DRAFT' | 'CANCELLED' | null;
  /** File name without extension. */
  fileName: string;
  /** Time of the last change of the record. */
  changedAt: Date;
  issuer: Party;
  /** At most three, side by side. */
  parties: LabelledParty[];
  facts: Labelled[];
  columns: Column[];
  /** For each line, one text per column. */
  lines: string[][];
  totals: Labelled[];
  /** The bank accounts of the issuer, a row for each; absent: none. */
  bankAccounts?: string[];
  notes: string | null;
}

/** A person or company on the document, with the legal data that must be printed. */
export interface Party {
  name: string;
  /** May have line breaks. */
  address: string | null;
  taxId: string | null;
  // Only the org has the fields below.
  registrationNumber?: string | undefined;
  phone?: string | undefined;
  website?: string | undefined;
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
  /** Set for the column that takes the remaining width. All others are as wide as their content. */
  fills?: true;
  align?: 'right';
}

/** The facts as a list. Facts without a value are left out. */
export const factsOf = (facts: Record<string, string | number | null | undefined>): Labelled[] =>
  Object.entries(facts).flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ label, value: String(value) }],
  );

/** Removes columns in which all lines are empty. The column that fills the table stays. */
export function withoutSilent(columns: Column[], lines: string[][]): Pick<PrintedDocument, 'columns' | 'lines'> {
  const speaks = columns.map(({ fills }, at) => fills === true || lines.some((line) => line[at] !== ''));
  const kept = <Value>(values: Value[]) => values.filter((_, at) => speaks[at]);
  return { columns: kept(columns), lines: lines.map(kept) };
}

/** Characters that file systems do not allow in names, or that would break an HTTP header. */
const NOT_IN_NAMES = /[\p{C}<>:"/\\|?*]/gu;

/** `words` as a file name without extension. */
export const fileNameOf = (...words: string[]): string =>
  words
    .join(' ')
    .toWellFormed()
    .replaceAll(NOT_IN_NAMES, '-')
    .replaceAll(/^[. ]|[. ]$/g, '-');
