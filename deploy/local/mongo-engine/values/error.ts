import type { Document } from 'bson';

/** An error as MongoDB reports it to a client. `code` and `codeName` are MongoDB's; `fields` are added to the reply. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly fields: Document;
  readonly labels: readonly string[];

  constructor(code: number, codeName: string, message: string, fields: Document = {}, labels: string[] = []) {
    super(message);
    this.name = 'MongoError';
    this.code = code;
    this.codeName = codeName;
    this.fields = fields;
    this.labels = labels;
  }
}

export const badValue = (message: string): MongoError => new MongoError(2, 'BadValue', message);
export const failedToParse = (message: string): MongoError => new MongoError(9, 'FailedToParse', message);
export const typeMismatch = (message: string): MongoError => new MongoError(14, 'TypeMismatch', message);

/** The error for a feature of MongoDB that this engine does not have. */
export const unsupported = (what: string): MongoError =>
  new MongoError(115, 'CommandNotSupported', `The embedded engine does not have ${what}; set MONGODB_URL to a MongoDB`);

/** An error that MongoDB names only by a number. */
export const located = (code: number, message: string): MongoError => new MongoError(code, `Location${code}`, message);
