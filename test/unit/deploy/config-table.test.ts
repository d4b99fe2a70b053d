import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const script = fileURLToPath(new URL('../../../deploy/config-table.ts', import.meta.url));

test('npm run config prints every variable of every process, and no value of this one', async () => {
  const env = { ...process.env, ENCRYPTION_KEY: 'never-shown', LOG_LEVEL: 'debug' };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  for (const title of ['npm start', 'identity', 'notification']) expect(stdout).toContain(`${title}\n\n`);
  expect(stdout).toMatch(/^ {2}LOG_LEVEL +info +Least severe log line that is written\.$/m);
  expect(stdout).toMatch(/^ {2}ENCRYPTION_KEY +required +.* Secret\.$/m);
  expect(stdout).not.toContain('never-shown');
});
