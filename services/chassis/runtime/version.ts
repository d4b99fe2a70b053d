import { readFileSync } from 'node:fs';

/** Version of this process's code. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;
