import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * List of all commands, fields and operators that services and tests send to the embedded engine. Each line is one of
 * them.
 */
const FILE = join(import.meta.dirname, '..', '..', '..', 'deploy', 'local', 'mongo-engine', 'statements.txt');
const PRELOAD = join(import.meta.dirname, 'preload.mjs');

export const knownStatements = (): string[] => readFileSync(FILE, 'utf8').trim().split('\n');

/**
 * Makes all embedded engines of the test run record the statements that they receive. This includes engines that tests
 * start.
 */
export class StatementRecord {
  private readonly folder = mkdtempSync(join(tmpdir(), 'selvedge-statements-'));

  /** Environment variables for all processes of the run. */
  get environment(): { NODE_OPTIONS: string; STATEMENTS_FOLDER: string } {
    const options = `${process.env.NODE_OPTIONS ?? ''} --import=${PRELOAD}`;
    return { NODE_OPTIONS: options.trim(), STATEMENTS_FOLDER: this.folder };
  }

  /** Replaces the list with the record of a whole run. */
  write(): void {
    writeFileSync(FILE, `${this.recorded().join('\n')}\n`);
  }

  /** Recorded statements that are missing in the list. The test run then fails. */
  get unlisted(): string[] {
    const known = knownStatements();
    return this.recorded().filter((line) => !known.includes(line));
  }

  /**
   * Listed statements that a whole run did not send. The test run does not fail, because some statements are only sent
   * in certain retries.
   */
  get unsent(): string[] {
    const recorded = this.recorded();
    return recorded.length === 0 ? [] : knownStatements().filter((line) => !recorded.includes(line));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private recorded(): string[] {
    const files = readdirSync(this.folder).map((name) => readFileSync(join(this.folder, name), 'utf8'));
    return [...new Set(files.flatMap((text) => text.trim().split('\n')))].filter(Boolean).sort();
  }
}
