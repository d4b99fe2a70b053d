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

  /** In words, where the record of a whole run is not the list; undefined where it is, or where another database was used. */
  difference(): string | undefined {
    const [recorded, known] = [this.recorded(), knownStatements()];
    const more = recorded.filter((line) => !known.includes(line));
    const less = known.filter((line) => !recorded.includes(line));
    if (recorded.length === 0 || more.length + less.length === 0) return undefined;
    const lines = [...more.map((line) => `  + ${line}`), ...less.map((line) => `  - ${line}`)];
    const mend = 'Take away of the engine what nothing sends any more, then: npm test -- --statements';
    return `Statements to the engine differ from ${FILE}:\n${lines.join('\n')}\n${mend}`;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private recorded(): string[] {
    const files = readdirSync(this.folder).map((name) => readFileSync(join(this.folder, name), 'utf8'));
    return [...new Set(files.flatMap((text) => text.trim().split('\n')))].sort();
  }
}
