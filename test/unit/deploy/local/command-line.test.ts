import { globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { type ConfigSpec, defineConfig, setting } from '#chassis/runtime/config.ts';
import { describeConfig } from '../../../../deploy/local/command-line.ts';

/** Settings of every process, and of the local start. */
const root = new URL('../../../../', import.meta.url);
const files = globSync(['gateway/config.ts', 'services/!(chassis)/config.ts', 'deploy/local/config.ts'], { cwd: root });
const everySpec = await Promise.all(
  files.map(async (file) => {
    const exported: unknown[] = Object.values(await import(new URL(file, root).href));
    return exported.filter((one): one is ConfigSpec => typeof one === 'object' && one !== null && 'settings' in one);
  }),
);

test('describeConfig has a line for every setting, and marks secrets', () => {
  const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
  const spec = defineConfig({
    NAME: setting(z.string().min(3), 'A name.'),
    COUNT: setting(z.coerce.number().int().default(5), 'A count.'),
    ON: setting(flag.default(false), 'A switch.'),
    HINT: setting(z.string().optional(), 'A hint.'),
    PASSWORD: setting(z.string().min(12), 'A password.', { secret: true }),
  });
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
