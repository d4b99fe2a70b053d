import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { addressOf, ConfigError, defineConfig, loadConfig, serviceSettings, setting } from '#chassis/runtime/config.ts';

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

const spec = defineConfig({
  NAME: setting(z.string().min(3), 'A name.'),
  COUNT: setting(z.coerce.number().int().default(5), 'A count.'),
  ON: setting(flag.default(false), 'A switch.'),
  HINT: setting(z.string().optional(), 'A hint.'),
  PASSWORD: setting(z.string().min(12), 'A password.', { secret: true }),
});

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');

const faultsOf = (env: Record<string, string>) => {
  try {
    loadConfig(spec, env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.faults : [String(error)];
  }
};

describe('loadConfig', () => {
  test('reads text into values, with defaults for what is absent or empty', () => {
    const values = loadConfig(spec, { NAME: 'mill', ON: 'true', HINT: '', PASSWORD: 'twelve letters', OTHER: 'x' });
    expect(values).toEqual({ NAME: 'mill', COUNT: 5, ON: true, PASSWORD: 'twelve letters' });
  });

  test('names all faults at once, with the value and what the setting is for', () => {
    const faults = faultsOf({ NAME: 'ab', COUNT: 'five', ON: 'yes', PASSWORD: 'twelve letters' });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['NAME', 'COUNT', 'ON']);
    expect(faults[1]).toMatch(/but it is "five" \(A count\.\)$/);
  });

  test('tells what is missing', () => {
    expect(faultsOf({})).toEqual(['NAME: is missing (A name.)', 'PASSWORD: is missing (A password.)']);
  });

  test.each([
    ['names a key twice', `${keyOf(1)},${keyOf(1)}`],
    ['Expected 32 bytes in base64', keyOf(1).slice(4)],
  ])('tells that ENCRYPTION_KEY %s, and no key', (fault, text) => {
    const { ENCRYPTION_KEY } = serviceSettings;
    const load = () => loadConfig(defineConfig({ ENCRYPTION_KEY }), { ENCRYPTION_KEY: text });
    expect(load).toThrow(`ENCRYPTION_KEY: ${fault} (${ENCRYPTION_KEY.explanation})`);
  });

  test('never echoes a secret', () => {
    expect(faultsOf({ NAME: 'mill', PASSWORD: 'hunter2' })).toEqual(['PASSWORD: is not valid (A password.)']);
  });
});

test('every shared setting is explained in a sentence', () => {
  const shared = { ...serviceSettings, PRODUCT_ADDRESS: addressOf('product') };
  for (const { explanation } of Object.values(shared)) expect(explanation).toMatch(/^[A-Zg].*\.$/);
});

test.each([
  ['MONGODB_URL', 'mongodb://127.0.0.1:27017/?replicaSet=rs0', 'http://127.0.0.1'],
  ['MONGODB_DATABASE', 'selvedge_product', 'a/b'],
  ['ENCRYPTION_KEY', `${keyOf(1)},${keyOf(2)}`, `${keyOf(1)},${keyOf(1)}`],
  ['ADMIN_PORT', '0', '65536'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318', 'collector'],
] as const)('%s takes %s and refuses %s', (name, good, bad) => {
  const schema: z.ZodType = serviceSettings[name].schema;
  expect(schema.safeParse(good).success).toBe(true);
  expect(schema.safeParse(bad).success).toBe(false);
});

test('an address is host:port', () => {
  const { schema } = addressOf('product');
  expect(['product:9000', '127.0.0.1:1'].every((text) => schema.safeParse(text).success)).toBe(true);
  expect(['product', 'http://product:9000', 'a b:1'].some((text) => schema.safeParse(text).success)).toBe(false);
});
