/**
 * Only this file uses a private part of lmdb: `env.writeTxn`, the open write transaction.
 *
 * While a batch is written in slices, lmdb would answer every read from this batch, which is not committed. If
 * `writeTxn` is empty, reads see the state before the batch. lmdb has no public way to read beside an open transaction.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RootDatabase } from 'lmdb';

/**
 * The version whose source was read. After an upgrade, check that reads and writes still choose their transaction by
 * `writeTxn`.
 */
export const KNOWN_LMDB = '3.5.6';

type Internals = { env: { writeTxn: object | undefined } };

/** The open write transaction of a database. It is hidden from other work between two slices. */
export class OpenTransaction {
  private readonly env: Internals['env'];
  private readonly transaction: object | undefined;

  constructor(root: RootDatabase<Buffer, Buffer>) {
    this.env = (root as unknown as Internals).env;
    this.transaction = this.env.writeTxn;
  }

  hide(): void {
    this.env.writeTxn = undefined;
  }

  show(): void {
    this.env.writeTxn = this.transaction;
  }
}

/** @throws Error if another version of lmdb is installed */
export function checkLmdb(found = installedVersion()): void {
  if (found === KNOWN_LMDB) return;
  throw new Error(
    `lmdb is version ${found}, and deploy/local/mongo-engine/storage/lmdb-internals.ts knows ${KNOWN_LMDB}: ` +
      'install the known version, or check the use of writeTxn there',
  );
}

/** Reads the file, because lmdb does not export its package.json. */
function installedVersion(): string {
  const folder = join(fileURLToPath(import.meta.resolve('lmdb')), '..');
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}
