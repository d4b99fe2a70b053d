import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type ConfigSpec, describeConfig, type SettingRow } from '../services/chassis/config.ts';

/** `npm run config`: every environment variable of every process, from the specifications that the processes read. */

const root = new URL('../', import.meta.url);
const files = globSync(['gateway/config.ts', 'services/!(chassis)/config.ts', 'deploy/local/config.ts'], { cwd: root });

for (const file of files.sort()) {
  for (const spec of Object.values(await import(new URL(file, root).href)).filter(isConfigSpec)) {
    console.log(`${title(file)}\n\n${table(describeConfig(spec))}\n`);
  }
}

function isConfigSpec(value: unknown): value is ConfigSpec {
  return typeof value === 'object' && value !== null && 'settings' in value;
}

function title(file: string): string {
  return file.startsWith('deploy/') ? 'npm start' : basename(dirname(file));
}

function table(rows: SettingRow[]): string {
  const width = (column: 'name' | 'default') => Math.max(...rows.map((row) => row[column].length));
  const [names, defaults] = [width('name'), width('default')];
  return rows
    .map((row) => `  ${row.name.padEnd(names)}  ${row.default.padEnd(defaults)}  ${row.explanation}`)
    .join('\n');
}
