import { expect, test } from '@jest/globals';
import { loadConfig } from '#chassis/runtime/config.ts';
import { identityConfig } from '../../../../services/identity/config.ts';

const env = {
  TLS_CA: 'ca.pem',
  TLS_CERT: 'cert.pem',
  TLS_KEY: 'key.pem',
  NATS_URL: 'nats://localhost',
  MONGODB_URL: 'mongodb://localhost',
  MONGODB_DATABASE: 'identity',
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  PRODUCT_ADDRESS: 'localhost:1',
};

test('a later start needs no first admin', () => {
  expect(loadConfig(identityConfig, env)).toMatchObject({ RATE_LIMIT_LOGIN: 10 });
});

test.each(['short', 'x'.repeat(11), 'x'.repeat(257)])('the first admin may not have the password %j', (password) => {
  const load = () => loadConfig(identityConfig, { ...env, BOOTSTRAP_ADMIN_PASSWORD: password });
  expect(load).toThrow(/BOOTSTRAP_ADMIN_PASSWORD: is not valid .*12 to 256 characters/);
  expect(load).not.toThrow(password);
});
