import type { Binary, Document, Long } from 'bson';
import { decode, toBoolean, toNumber } from '../storage/bson.ts';
import { failedToParse, located, MongoError, typeMismatch, unsupported } from '../values/error.ts';
import { asDocument } from '../values/value.ts';
import type { Request } from './wire.ts';

/** Fields that every command may carry. */
const GENERIC = new Set([
  '$db',
  '$clusterTime',
  '$readPreference',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'maxTimeMS',
  'comment',
  'readConcern',
  'writeConcern',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
]);

/** A command as it was sent, with typed access to its fields. */
export class Command {
  readonly name: string;
  readonly body: Document;
  private readonly sequences: Map<string, Buffer[]>;

  constructor({ body, sequences }: Pick<Request, 'body' | 'sequences'>) {
    this.name = Object.keys(body)[0] ?? '';
    this.body = body;
    this.sequences = sequences;
  }

  get db(): string {
    return this.text('$db') ?? 'admin';
  }

  /** @throws MongoError 73 when the command names no collection */
  get collection(): string {
    const name: unknown = this.body[this.name];
    if (typeof name === 'string' && name !== '' && !name.includes('\0')) return name;
    throw new MongoError(73, 'InvalidNamespace', `collection name has invalid type or is empty in ${this.name}`);
  }

  get ns(): string {
    return `${this.db}.${this.collection}`;
  }

  has(field: string): boolean {
    return this.body[field] !== undefined && this.body[field] !== null;
  }

  value(field: string): unknown {
    return this.body[field];
  }

  number(field: string): number | undefined {
    if (!this.has(field)) return undefined;
    const value = toNumber(this.body[field]);
    if (value === undefined) throw this.wrongType(field, 'a number');
    return value;
  }

  /** A number of documents: zero stands for "no limit" and reads as undefined. @throws MongoError 51024 below zero */
  limit(field: string): number | undefined {
    const value = this.number(field);
    if (value !== undefined && value < 0)
      throw located(51024, `BSON field '${field}' value must be >= 0, actual value '${value}'`);
    return value === 0 ? undefined : value;
  }

  flag(field: string): boolean {
    return toBoolean(this.body[field]);
  }

  text(field: string): string | undefined {
    const value: unknown = this.body[field];
    if (value === undefined || typeof value === 'string') return value;
    throw this.wrongType(field, 'a string');
  }

  document(field: string): Document | undefined {
    if (!this.has(field)) return undefined;
    const value = asDocument(this.body[field]);
    if (!value) throw this.wrongType(field, 'an object');
    return value;
  }

  /** A list of documents, sent in the body or as a sequence beside it. @throws MongoError 40414 when it is missing */
  documents(field: string): Document[] {
    const sequence = this.sequences.get(field);
    if (sequence) return sequence.map(decode);
    const value: unknown = this.body[field];
    if (!Array.isArray(value))
      throw located(40414, `BSON field '${this.name}.${field}' is missing but a required field`);
    return value;
  }

  /** The undecoded documents of a sequence, undefined when they came in the body. */
  sequence(field: string): Buffer[] | undefined {
    return this.sequences.get(field);
  }

  get sessionId(): Buffer | undefined {
    const id = this.document('lsid')?.id as Binary | undefined;
    return id && Buffer.from(id.buffer.subarray(0, id.position));
  }

  get txnNumber(): bigint | undefined {
    const number = this.value('txnNumber') as Long | undefined;
    return number === undefined ? undefined : BigInt(String(number));
  }

  /**
   * Refuses what the command does not have.
   * @throws MongoError 115 for a field that MongoDB has and this engine has not, 40415 for one that neither has
   */
  allow(known: ReadonlySet<string>, refused: ReadonlySet<string> = NONE): void {
    for (const field in this.body) {
      if (field === this.name || GENERIC.has(field) || known.has(field)) continue;
      if (!refused.has(field)) throw located(40415, `BSON field '${this.name}.${field}' is an unknown field.`);
      if (isSet(this.body[field])) throw unsupported(`the option ${field} of ${this.name}`);
    }
  }

  private wrongType(field: string, type: string): MongoError {
    return typeMismatch(`BSON field '${this.name}.${field}' is the wrong type, expected ${type}`);
  }
}

const NONE: ReadonlySet<string> = new Set();

/** An option at its neutral value asks for nothing. */
function isSet(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return false;
  const document = asDocument(value);
  if (!document) return toNumber(value) !== 0;
  const names = Object.keys(document);
  return names.length > 0 && !(names.length === 1 && document.locale === 'simple');
}

/** The fields of an entry of `updates`, `deletes` or `indexes`, refused like those of a command. */
export function allowFields(
  entry: Document,
  owner: string,
  known: ReadonlySet<string>,
  refused: ReadonlySet<string>,
): void {
  for (const field in entry) {
    if (known.has(field)) continue;
    if (!refused.has(field)) throw located(40415, `BSON field '${owner}.${field}' is an unknown field.`);
    if (isSet(entry[field])) throw unsupported(`the option ${field} of ${owner}`);
  }
}

export function requireDocument(value: unknown, what: string): Document {
  const document = asDocument(value);
  if (!document) throw failedToParse(`${what} must be an object`);
  return document;
}
