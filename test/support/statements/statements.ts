import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All that services and tests send to the embedded engine: commands, their fields, operators. A line each. */
const FILE = join(import.meta.dirname, '..', '..', '..', 'deploy', 'local', 'mongo-engine', 'statements.txt');
const PRELOAD = join(import.meta.dirname, 'preload.mjs');

export const knownStatements = (): string[] => readFileSync(FILE, 'utf8').trim().split('\n');

/** Has every engine of this run, also those of processes that tests start, record what it is sent. */
export class StatementRecord {
  private readonly folder = mkdtempSync(join(tmpdir(), 'selvedge-statements-'));

  /** For the environment of all processes of the run. */
  get environment(): { NODE_OPTIONS: string; STATEMENTS_FOLDER: string } {
    const options = `${process.env.NODE_OPTIONS ?? ''} --import=${PRELOAD}`;
    return { NODE_OPTIONS: options.trim(), STATEMENTS_FOLDER: this.folder };
  }

  /** Keeps the record of a whole run as the list. */
  write(): void {
    writeFileSync(FILE, `${this.recorded().join('\n')}\n`);
  }

  /** Recorded statements that the list lacks: a failure. */
  get unlisted(): string[] {
    const known = knownStatements();
    return this.recorded().filter((line) => !known.includes(line));
  }

  /** Listed statements that a whole run did not send: no failure, since some are sent only when a retry falls so. */
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
