import type { Binary, Document } from 'bson';
import type { Deadline } from '../scheduling/deadline.ts';
import { PAUSE, type Steps } from '../scheduling/scheduler.ts';
import { decodeReceived, MAX_SIZE, toBoolean, toNumber, tooLarge } from '../storage/bson.ts';
import { isDatabaseName } from '../storage/catalog.ts';
import { failedToParse, located, MongoError } from '../values/error.ts';
import {
  ANY,
  BINARY,
  BOOL,
  type Check,
  COUNT,
  checkFields,
  type Fields,
  LONG,
  missing,
  NUMBER,
  OBJECT,
  object,
  oneOf,
  required,
  STRING,
  UUID,
} from '../values/fields.ts';
import { toInteger } from '../values/number.ts';
import { asDocument } from '../values/value.ts';
import type { Request } from './wire.ts';

const DATABASE: Check = (value, path) => {
  STRING(value, path);
  if (!isDatabaseName(value as string))
    throw new MongoError(73, 'InvalidNamespace', `Invalid database name: '${value}'`);
};

/** Fields that every command may have. */
export const GENERIC: Fields = {
  $db: DATABASE,
  $clusterTime: OBJECT,
  $readPreference: OBJECT,
  lsid: object({ id: required(UUID), uid: BINARY, txnNumber: LONG, txnUUID: UUID }),
  txnNumber: LONG,
  autocommit: BOOL,
  startTransaction: BOOL,
  maxTimeMS: COUNT,
  readConcern: object({ level: oneOf('local', 'majority', 'snapshot'), afterClusterTime: ANY }),
  writeConcern: object({ w: oneOf(0, 1, 'majority'), j: BOOL, wtimeout: NUMBER }),
};

/** A command as the client has sent it, with typed access to its fields. */
export class Command {
  readonly name: string;
  readonly body: Document;
  private readonly sequences: Map<string, Buffer[]>;
  private readonly lists = new Map<string, SentDocuments>();

  constructor({ body, sequences }: Pick<Request, 'body' | 'sequences'>) {
    this.name = Object.keys(body)[0] ?? '';
    this.body = body;
    this.sequences = sequences;
  }

  get db(): string {
    return this.text('$db') ?? 'admin';
  }

  /** @throws MongoError 73 if the command names no collection */
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
    return countOf(this.body[field]);
  }

  /** A number of documents. Zero means "no limit" and is returned as undefined. */
  limit(field: string): number | undefined {
    return this.number(field) || undefined;
  }

  flag(field: string): boolean {
    return toBoolean(this.body[field]);
  }

  text(field: string): string | undefined {
    const value: unknown = this.body[field];
    return typeof value === 'string' ? value : undefined;
  }

  document(field: string): Document | undefined {
    return asDocument(this.body[field]);
  }

  /** The document in the field; undefined if it has no fields. */
  filled(field: string): Document | undefined {
    const document = this.document(field);
    return document && Object.keys(document).length > 0 ? document : undefined;
  }

  /** A list of documents, from the body or from a section of its own. @throws MongoError 40414 if it is missing */
  documents(field: string): SentDocuments {
    const known = this.lists.get(field);
    if (known) return known;
    const sequence = this.sequences.get(field);
    const inBody: unknown = sequence ? [] : this.body[field];
    if (!Array.isArray(inBody)) throw missing(`${this.name}.${field}`);
    const list = new SentDocuments(inBody, sequence);
    this.lists.set(field, list);
    return list;
  }

  /** The undecoded documents of the field's section; undefined if the field has no section of its own. */
  sequence(field: string): Buffer[] | undefined {
    return this.sequences.get(field);
  }

  get sessionId(): Buffer | undefined {
    const id = this.document('lsid')?.id as Binary | undefined;
    return id && Buffer.from(id.buffer.subarray(0, id.position));
  }

  get txnNumber(): bigint | undefined {
    return toInteger(this.value('txnNumber'));
  }

  /**
   * Checks the fields. `main` checks the value of the field that names the command.
   * @throws MongoError 115 for an unknown field, 40413 for a field that is in the body and also in a section, 40414 for
   * a missing one; other codes for a wrong value
   */
  check(fields: Fields, main: Check = ANY): void {
    const { [this.name]: own, ...args } = this.body;
    main(own, this.name);
    for (const field of this.sequences.keys()) {
      if (Object.hasOwn(args, field)) throw located(40413, `BSON field '${this.name}.${field}' is a duplicate field`);
      args[field] = [];
    }
    checkFields(args, fields, this.name);
  }

  /** Checks the command's statements in the same way. Pauses between two statements if others need the thread. */
  *checkStatements(field: string, entries: Fields, deadline: Deadline): Steps<void> {
    const statements = this.documents(field);
    for (let index = 0; index < statements.length; index++) {
      if (deadline.check() && index > 0) yield PAUSE;
      checkFields(statements.at(index), entries, `${this.name}.${field}`);
    }
  }
}

/** A list of documents. A document of a section is decoded when it is first read. */
export class SentDocuments {
  readonly length: number;
  private readonly decoded: Document[];
  private readonly sequence: Buffer[] | undefined;

  constructor(inBody: Document[], sequence: Buffer[] | undefined) {
    this.decoded = sequence ? [] : inBody;
    this.sequence = sequence;
    this.length = sequence?.length ?? inBody.length;
  }

  at(index: number): Document {
    const document = this.decoded[index] ?? decodeSent(this.sequence?.[index] as Buffer);
    this.decoded[index] = document;
    return document;
  }

  *[Symbol.iterator](): Generator<Document> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }
}

/** Decodes a document of a section. @throws MongoError 10334 if it is too large */
export function decodeSent(bytes: Buffer): Document {
  if (bytes.length > MAX_SIZE) throw tooLarge();
  return decodeReceived(bytes);
}

/** As in MongoDB, the fraction of a count is cut off. */
export function countOf(value: unknown): number | undefined {
  const number = toNumber(value);
  return number === undefined ? undefined : Math.trunc(number);
}

export function requireDocument(value: unknown, what: string): Document {
  const document = asDocument(value);
  if (!document) throw failedToParse(`${what} must be an object`);
  return document;
}
