import { statSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { loadSecrets } from '../../../../deploy/local/secrets.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const inFolder = temporaryFolder();

test('are made once and kept, for the owner alone', () => {
  const secrets = loadSecrets(inFolder(), ['product'], {});
  expect(loadSecrets(inFolder(), ['product'], {})).toEqual(secrets);
  expect(statSync(inFolder('secrets.json')).mode & 0o777).toBe(0o600);
  expect(Buffer.from(String(secrets.processes.product?.encryptionKey), 'base64')).toHaveLength(32);
  expect(secrets.adminPassword).toMatch(/^[a-z]\w{12,}$/);
});

test('take the first admin from the environment at the first start alone', () => {
  const first = loadSecrets(inFolder(), [], { email: 'ann@example.com', password: 'correct horse battery' });
  expect(first).toMatchObject({ adminEmail: 'ann@example.com', adminPassword: 'correct horse battery' });
  expect(loadSecrets(inFolder(), [], { email: 'bob@example.com' }).adminEmail).toBe('ann@example.com');
});

test('grow with the processes; what is there stays', () => {
  const { product } = loadSecrets(inFolder(), ['product'], {}).processes;
  const { processes } = loadSecrets(inFolder(), ['product', 'finance'], {});
  expect(processes.product).toEqual(product);
  expect(processes.finance?.encryptionKey).not.toBe(product?.encryptionKey);
});
