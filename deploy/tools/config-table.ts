import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { ConfigSpec } from '#chassis/runtime/config.ts';
import { readCommandLine, settingsTable } from '../local/command-line.ts';

/** `npm run config`: every environment variable of every process, from the specifications that the processes read. */

readCommandLine({
  name: 'npm run config',
  does: 'Prints every environment variable of every process, its default, and what it is for.',
});

const root = new URL('../../', import.meta.url);
const files = globSync(['gateway/config.ts', 'services/!(chassis)/config.ts', 'deploy/local/config.ts'], { cwd: root });

for (const file of files.sort()) {
  for (const spec of Object.values(await import(new URL(file, root).href)).filter(isConfigSpec)) {
    console.log(`${title(file)}\n\n${settingsTable(spec)}\n`);
  }
}

function isConfigSpec(value: unknown): value is ConfigSpec {
  return typeof value === 'object' && value !== null && 'settings' in value;
}

function title(file: string): string {
  return file.startsWith('deploy/') ? 'npm start' : basename(dirname(file));
}
