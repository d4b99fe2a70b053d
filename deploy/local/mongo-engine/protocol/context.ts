import type { Document } from 'bson';
import type { Engine } from '../engine.ts';
import type { Deadline } from '../scheduling/deadline.ts';
import type { Resumed, Session } from '../transactions/sessions.ts';
import type { Transaction } from '../transactions/transaction.ts';
import type { Authentication } from './authentication.ts';
import type { Command } from './command.ts';
import type { CursorBatch } from './cursor-reply.ts';

/** The context in which a command runs. */
export interface Context {
  engine: Engine;
  command: Command;
  session: Session | undefined;
  /** The open transaction that the command belongs to. */
  transaction: Transaction | undefined;
  /** The write may be sent again: its reply has to be kept with it. */
  retryable: boolean;
  /** The progress of the same command when it was sent before. */
  resumed: Resumed | undefined;
  deadline: Deadline;
  connection: Connection;
}

export interface Connection {
  id: number;
  /** The server's own address, as clients reach it. */
  address: string;
  authentication: Authentication;
  /** It has closed. */
  hasLeft: boolean;
}

export type Reply = Document | CursorBatch;
export type Handler = (context: Context) => Promise<Reply> | Reply;
