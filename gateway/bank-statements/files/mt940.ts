import type { FieldIssue } from '#chassis/domain/errors.ts';
import { valueError } from '../../payload/validate.ts';
import { refusedAt, SLICE } from './markup.ts';
import { descriptionOf, referenceOf } from './mt940-words.ts';

/** Receives the lines of a statement, then the statement. `line`: the line of the file; the first is 1. */
export interface Mt940Listener {
  line(line: number, fields: object, faults: readonly FieldIssue[]): void;
  statement(fields: Mt940Statement, line: number): void;
}

interface Mt940Statement {
  accountNumber?: string | undefined;
  currency?: string | undefined;
  statementDate?: string | undefined;
  balance?: string | undefined;
}

/** A field of the file: `:61:2609020902C12,50NTRFNONREF` with the lines that continue it. */
interface Field {
  tag: string;
  text: string;
  line: number;
}

/** Maximum characters of a field. A longer one is cut, and is still too long for a description. */
const MAX_FIELD = 12_000;
/** Lines that end a message. */
const ENDS = new Set(['-', '-}']);
const TAG = /^:(\d\d[A-Z]?):/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,14},\d{0,6})$/;
/** Value date, entry date, mark, third letter of the currency, amount, kind; then the references. */
const ENTRY = /^(\d{6})(\d{4})?(R?[CD]|E[CD])[A-Z]?(\d{1,14},\d{0,6})[NFS][A-Z\d]{3}/;
/** Fields that only an MT942 has. */
const INTERIM = new Set(['13D', '34F']);

/** Reads SWIFT MT940 in steps. Throws validation_failed at the line of a fault that concerns the whole file. */
export function* readMt940(text: string, listener: Mt940Listener): Generator<void> {
  const reader = new Mt940Reader(listener);
  let field: Field | undefined;
  let [line, step] = [0, SLICE];
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const said = text.slice(at, Math.min(end, at + MAX_FIELD));
    line += 1;
    const tag = TAG.exec(said)?.[1];
    const isEnd = ENDS.has(said.trimEnd());
    if (tag !== undefined || isEnd) {
      if (field) reader.field(field);
      field = tag === undefined ? undefined : { tag, text: said.slice(tag.length + 2), line };
      if (isEnd) reader.message();
    } else if (field && field.text.length < MAX_FIELD) field.text += `\n${said}`;
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (at > step) {
      step = at + SLICE;
      yield;
    }
  }
  if (field) reader.field(field);
  reader.end();
}

function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

/** Gathers one statement at a time. A statement can have several messages: all except the last have the balance 62M. */
class Mt940Reader {
  readonly #listener: Mt940Listener;
  #statement: (Mt940Statement & { line: number; isOpen: boolean }) | undefined;
  #entry: Field | undefined;

  constructor(listener: Mt940Listener) {
    this.#listener = listener;
  }

  field({ tag, text, line }: Field): void {
    if (INTERIM.has(tag)) throw refusedAt(line, 'the file is an MT942, the report of a day that is not closed');
    if (tag !== '86') this.#endEntry();
    if (tag === '20') this.#begin(line);
    else if (!this.#statement) return;
    else if (tag === '25' || tag === '25P') this.#account(firstLine(text), line);
    else if (tag === '61') this.#entry = { tag, text, line };
    else if (tag === '86') this.#endEntry(text);
    else if (tag.startsWith('60') || tag.startsWith('62')) this.#balance(tag, firstLine(text), line);
  }

  /** Ends a message. */
  message(): void {
    this.#endEntry();
  }

  end(): void {
    this.#endEntry();
    this.#endStatement();
  }

  #begin(line: number): void {
    if (this.#statement?.isOpen) return;
    this.#endStatement();
    this.#statement = { line, isOpen: false };
  }

  #account(accountNumber: string, line: number): void {
    const before = this.#statement;
    if (before?.accountNumber !== undefined && before.accountNumber !== accountNumber) {
      this.#endStatement();
      this.#statement = { line, isOpen: false };
    }
    if (this.#statement) this.#statement.accountNumber = accountNumber;
  }

  #balance(tag: string, text: string, line: number): void {
    const [, mark, date = '', currency, amount = ''] = BALANCE.exec(text) ?? [];
    if (!currency || !this.#statement) throw refusedAt(line, `:${tag}: is no balance, such as C260902EUR1234,50`);
    this.#statement.currency ??= currency;
    if (this.#statement.currency !== currency)
      throw refusedAt(line, `:${tag}: is in another currency than its statement`);
    if (!tag.startsWith('62')) return;
    this.#statement.balance = `${mark === 'D' ? '-' : ''}${decimalOf(amount)}`;
    this.#statement.statementDate = dayOf(date);
    this.#statement.isOpen = tag === '62M';
  }

  /** Ends an entry. `words`: the text of its :86:. */
  #endEntry(words?: string): void {
    const entry = this.#entry;
    this.#entry = undefined;
    if (!entry) return;
    const { fields, faults } = entryOf(entry, words);
    this.#listener.line(entry.line, fields, faults);
  }

  #endStatement(): void {
    if (!this.#statement) return;
    const { line, isOpen: _, accountNumber, ...fields } = this.#statement;
    this.#statement = undefined;
    // Some banks write the currency behind the account number.
    const { currency = '' } = fields;
    const isWithCurrency = currency !== '' && accountNumber?.endsWith(currency);
    const number = isWithCurrency ? accountNumber?.slice(0, -currency.length).trimEnd() : accountNumber;
    this.#listener.statement({ ...fields, accountNumber: number }, line);
  }
}

/** The fields of a line. A reversed credit (RC) is a debit. */
function entryOf({ text, line }: Field, words: string | undefined) {
  const fault = (error: string) => ({ fields: {}, faults: [valueError(['body', String(line), '61'], error, null)] });
  const [first = '', ...supplement] = text.split('\n');
  const [head, value = '', entryDate, mark = '', amount = ''] = ENTRY.exec(first.trim()) ?? [];
  if (head === undefined) return fault('it is no entry, such as 2609020902C12,50NTRFNONREF');
  if (mark.startsWith('E')) return fault('the entry is not booked');
  const [owners = '', banks] = first.trim().slice(head.length).split('//', 2);
  const isDebit = mark === 'D' || mark === 'RC';
  const fields = {
    transactionDate: entryDate === undefined ? dayOf(value) : entryDay(value, entryDate),
    description: descriptionOf(words) ?? (supplement.join(' ').trim() || undefined),
    referenceNo: referenceOf(words, owners, banks),
    ...(isDebit ? { debit: decimalOf(amount) } : { credit: decimalOf(amount) }),
  };
  return { fields, faults: [] };
}

const firstLine = (text: string): string => text.slice(0, lineEnd(text, 0)).trim();

const decimalOf = (amount: string): string => amount.replace(',', '.').replace(/\.$/, '');

/** Turns YYMMDD into a day of this century. */
const dayOf = (date: string): string => `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4)}`;

/** The day of an entry (MMDD), in the year that is nearest to its value date. */
function entryDay(value: string, entry: string): string {
  const [year, months] = [Number(value.slice(0, 2)), Number(entry.slice(0, 2)) - Number(value.slice(2, 4))];
  const nearest = months > HALF_YEAR ? year - 1 : months < -HALF_YEAR ? year + 1 : year;
  return dayOf(`${String((nearest + CENTURY) % CENTURY).padStart(2, '0')}${entry}`);
}

/** Months, and years. */
const [HALF_YEAR, CENTURY] = [6, 100];
