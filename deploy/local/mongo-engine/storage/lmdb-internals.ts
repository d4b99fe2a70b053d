/**
 * The one place that uses private parts of lmdb: `env.writeTxn`, the write transaction that is open.
 *
 * While a batch is written in slices, lmdb would answer every read from that batch, which is not committed. Without the
 * transaction in its place reads see what was visible before. lmdb offers no public way to read beside an open transaction.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RootDatabase } from 'lmdb';

/** The version whose source was read. At an upgrade: is `writeTxn` still what reads and writes choose their transaction by? */
export const KNOWN_LMDB = '3.5.6';

type Internals = { env: { writeTxn: object | undefined } };

/** The open write transaction of a database, which is hidden from others between two slices. */
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

/** @throws Error for another version than the known one */
export function checkLmdb(found = installedVersion()): void {
  if (found === KNOWN_LMDB) return;
  throw new Error(
    `lmdb is version ${found}, and deploy/local/mongo-engine/storage/lmdb-internals.ts knows ${KNOWN_LMDB}: ` +
      'install the known version, or check the use of writeTxn there',
  );
}

/** The package exports its own package.json to nobody. */
function installedVersion(): string {
  const folder = join(fileURLToPath(import.meta.resolve('lmdb')), '..');
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}
