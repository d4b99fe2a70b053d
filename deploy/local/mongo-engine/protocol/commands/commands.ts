import { ANY, type Check, type Fields, LONG } from '../../values/fields.ts';
import { GENERIC } from '../command.ts';
import type { Handler } from '../context.ts';
import { AGGREGATE, AGGREGATED, aggregate } from './aggregate.ts';
import { SASL_CONTINUE, SASL_START, saslContinue, saslStart } from './authentication.ts';
import { create, drop, dropDatabase, LIST, listCollections } from './collections.ts';
import { GET_MORE, getMore, KILL, killCursors } from './cursor.ts';
import { DELETE, deleteDocuments } from './delete.ts';
import { EXPLAIN, explain } from './explain.ts';
import { FIND, find } from './find.ts';
import { FIND_AND_MODIFY, findAndModify } from './find-and-modify.ts';
import { CREATE_INDEXES, createIndexes, DROP_INDEXES, dropIndexes, LIST_INDEXES, listIndexes } from './indexes.ts';
import { INSERT, insert } from './insert.ts';
import { buildInfo, HELLO, hello } from './server-info.ts';
import { abortTransaction, commitTransaction, endSessions, SESSIONS } from './sessions.ts';
import { UPDATE, update } from './update.ts';

export interface Declared {
  run: Handler;
  /** Every field that the command may have. */
  fields: Fields;
  /** Checks the value of the field that names the command. */
  main: Check;
  /** The field with the list of statements, and the fields that each statement may have. */
  statements: { field: string; entries: Fields } | undefined;
  /**
   * `write`: a write, which may be retried or belong to a transaction. `part`: a read, which may belong to a
   * transaction. `end`: ends a transaction. `alone`: not allowed in a transaction.
   */
  kind: 'write' | 'part' | 'end' | 'alone';
}

function declared(kind: Declared['kind'], run: Handler, fields: Fields = {}, main: Check = ANY): Declared {
  return { run, fields: { ...GENERIC, ...fields }, main, statements: statementsIn(fields), kind };
}

function statementsIn(fields: Fields): Declared['statements'] {
  for (const [field, { entries }] of Object.entries(fields)) if (entries) return { field, entries };
  return undefined;
}

/** Every command that the engine knows. */
export const COMMANDS: Readonly<Record<string, Declared>> = {
  insert: declared('write', insert, INSERT),
  update: declared('write', update, UPDATE),
  delete: declared('write', deleteDocuments, DELETE),
  findAndModify: declared('write', findAndModify, FIND_AND_MODIFY),
  find: declared('part', find, FIND),
  aggregate: declared('part', aggregate, AGGREGATE, AGGREGATED),
  getMore: declared('part', getMore, GET_MORE, LONG),
  killCursors: declared('part', killCursors, KILL),
  create: declared('alone', create),
  createIndexes: declared('alone', createIndexes, CREATE_INDEXES),
  commitTransaction: declared('end', commitTransaction),
  abortTransaction: declared('end', abortTransaction),
  endSessions: declared('alone', endSessions, {}, SESSIONS),
  hello: declared('alone', hello, HELLO),
  ismaster: declared('alone', hello, HELLO),
  buildInfo: declared('alone', buildInfo),
  saslStart: declared('alone', saslStart, SASL_START),
  saslContinue: declared('alone', saslContinue, SASL_CONTINUE),
  explain: declared('alone', explain, EXPLAIN),
  listIndexes: declared('alone', listIndexes, LIST_INDEXES),
  dropIndexes: declared('alone', dropIndexes, DROP_INDEXES),
  drop: declared('alone', drop),
  dropDatabase: declared('alone', dropDatabase),
  listCollections: declared('alone', listCollections, LIST),
};

/** Commands that reveal no data, and the commands that a client needs to authenticate. */
export const BEFORE_AUTHENTICATION: ReadonlySet<Handler> = new Set([hello, buildInfo, saslStart, saslContinue]);
