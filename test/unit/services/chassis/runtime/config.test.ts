import { globSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  addressSettings,
  ConfigError,
  type ConfigSpec,
  chassisSettings,
  defineConfig,
  describeConfig,
  flag,
  loadConfig,
  setting,
} from '#chassis/runtime/config.ts';

const spec = defineConfig({
  NAME: setting(z.string().min(3), 'A name.'),
  COUNT: setting(z.coerce.number().int().default(5), 'A count.'),
  ON: setting(flag().default(false), 'A switch.'),
  HINT: setting(z.string().optional(), 'A hint.'),
  PASSWORD: setting(z.string().min(12), 'A password.', { secret: true }),
});

/** Settings of every process, and of the local start. */
const root = new URL('../../../../', import.meta.url);
const files = globSync(['gateway/config.ts', 'services/!(chassis)/config.ts', 'deploy/local/config.ts'], { cwd: root });
const everySpec = await Promise.all(
  files.map(async (file) => {
    const exported: unknown[] = Object.values(await import(new URL(file, root).href));
    return exported.filter((one): one is ConfigSpec => typeof one === 'object' && one !== null && 'settings' in one);
  }),
);

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
    const { ENCRYPTION_KEY } = chassisSettings;
    const load = () => loadConfig(defineConfig({ ENCRYPTION_KEY }), { ENCRYPTION_KEY: text });
    expect(load).toThrow(`ENCRYPTION_KEY: ${fault} (${ENCRYPTION_KEY.explanation})`);
  });

  test('never echoes a secret', () => {
    expect(faultsOf({ NAME: 'mill', PASSWORD: 'hunter2' })).toEqual(['PASSWORD: is not valid (A password.)']);
  });
});

test('describeConfig has a line for every setting, and marks secrets', () => {
  expect(describeConfig(spec)).toEqual([
    { name: 'NAME', default: 'required', explanation: 'A name.' },
    { name: 'COUNT', default: '5', explanation: 'A count.' },
    { name: 'ON', default: 'false', explanation: 'A switch.' },
    { name: 'HINT', default: 'none', explanation: 'A hint.' },
    { name: 'PASSWORD', default: 'required', explanation: 'A password. Secret.' },
  ]);
});

test('the default that is shown, written as a value, is the default: of every setting of every process', () => {
  const specs = everySpec.flat();
  expect(specs.length).toBeGreaterThanOrEqual(files.length);
  for (const every of specs) {
    for (const { name, default: shown } of describeConfig(every)) {
      const schema = every.settings[name]?.schema as z.ZodType;
      const absent = schema.safeParse(undefined);
      const written = schema.safeParse(shown === 'none' ? undefined : shown);
      if (shown === 'required') expect({ name, optional: absent.success }).toEqual({ name, optional: false });
      else expect({ name, ...written }).toEqual({ name, ...absent });
    }
  }
});

test('every shared setting is explained in a sentence', () => {
  for (const { explanation } of Object.values(chassisSettings)) expect(explanation).toMatch(/^[A-Zg].*\.$/);
});

test.each([
  ['MONGODB_URL', 'mongodb://127.0.0.1:27017/?replicaSet=rs0', 'http://127.0.0.1'],
  ['MONGODB_DATABASE', 'selvedge_product', 'a/b'],
  ['ENCRYPTION_KEY', keyOf(1), Buffer.alloc(16).toString('base64')],
  ['ENCRYPTION_KEY', `${keyOf(1)},${keyOf(2)}`, `${keyOf(1)},${keyOf(1)}`],
  ['ADMIN_PORT', '0', '65536'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318', 'collector'],
] as const)('%s takes %s and refuses %s', (name, good, bad) => {
  const schema: z.ZodType = chassisSettings[name].schema;
  expect(schema.safeParse(good).success).toBe(true);
  expect(schema.safeParse(bad).success).toBe(false);
});

test('an address is host:port', () => {
  const { schema } = addressSettings.PRODUCT_ADDRESS;
  expect(['product:9000', '127.0.0.1:1'].every((text) => schema.safeParse(text).success)).toBe(true);
  expect(['product', 'http://product:9000', 'a b:1'].some((text) => schema.safeParse(text).success)).toBe(false);
});
