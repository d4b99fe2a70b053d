import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { loadSecrets } from '../../../../deploy/local/secrets.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('are made once and kept, for the owner alone', () => {
  const secrets = loadSecrets(folder, ['product'], {});
  expect(loadSecrets(folder, ['product'], {})).toEqual(secrets);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(Buffer.from(String(secrets.processes.product?.encryptionKey), 'base64')).toHaveLength(32);
  expect(secrets.adminPassword).toMatch(/^[a-z]\w{12,}$/);
});

test('take the first admin from the environment at the first start alone', () => {
  const first = loadSecrets(folder, [], { email: 'ann@example.com', password: 'correct horse battery' });
  expect(first).toMatchObject({ adminEmail: 'ann@example.com', adminPassword: 'correct horse battery' });
  expect(loadSecrets(folder, [], { email: 'bob@example.com' }).adminEmail).toBe('ann@example.com');
});

test('grow with the processes; what is there stays', () => {
  const { product } = loadSecrets(folder, ['product'], {}).processes;
  const { processes } = loadSecrets(folder, ['product', 'finance'], {});
  expect(processes.product).toEqual(product);
  expect(processes.finance?.encryptionKey).not.toBe(product?.encryptionKey);
});
