import type { Document } from 'bson';
import type { Engine } from '../engine.ts';
import type { Deadline } from '../scheduling/deadline.ts';
import type { Resumed, Session } from '../transactions/sessions.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { Authentication } from './authentication.ts';
import type { Command } from './command.ts';
import type { CursorBatch } from './cursor-reply.ts';

export interface Context {
  engine: Engine;
  command: Command;
  session: Session | undefined;
  /** The open transaction that the command belongs to, if any. */
  transaction: Transaction | undefined;
  /** The client may send the write again, so its reply must be stored with it. */
  retryable: boolean;
  /** The progress that an earlier attempt of the same command has stored. */
  resumed: Resumed | undefined;
  deadline: Deadline;
  connection: Connection;
}

export interface Connection {
  id: number;
  /** The server's address, as clients reach it. */
  address: string;
  authentication: Authentication;
  /** True if the connection has closed. */
  hasLeft: boolean;
}

export type Reply = Document | CursorBatch;
export type Handler = (context: Context) => Promise<Reply> | Reply;
