import { globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { z } from 'zod';
import type { ConfigSpec } from '#chassis/runtime/config.ts';
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

test('every setting of every process has a line, whose default, written as a value, is the default', () => {
  const specs = everySpec.flat();
  expect(specs.length).toBeGreaterThanOrEqual(files.length);
  for (const every of specs) {
    const lines = describeConfig(every);
    expect(lines.map(({ name }) => name)).toEqual(Object.keys(every.settings));
    for (const { name, default: shown } of lines) {
      const schema = every.settings[name]?.schema as z.ZodType;
      const absent = schema.safeParse(undefined);
      const written = schema.safeParse(shown === 'none' ? undefined : shown);
      if (shown === 'required') expect({ name, optional: absent.success }).toEqual({ name, optional: false });
      else expect({ name, ...written }).toEqual({ name, ...absent });
    }
  }
});
