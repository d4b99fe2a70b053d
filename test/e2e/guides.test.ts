import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { programFolders } from '../../deploy/local/config.ts';
import { findProgram } from '../../deploy/local/programs.ts';
import { isShown, runGuide } from '../support/guides/guide-run.ts';
import { ownOrg } from '../support/system/tenant.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'guides');
const hasPython = findProgram('python3', programFolders()) !== undefined;
const own = ownOrg();

test.each(readdirSync(FOLDER))(
  'each command of the guide %s works as it stands there, and prints what the guide shows',
  async (file) => {
    const { code, steps, count, stderr, faults } = await runGuide(file, own.system, hasPython);
    expect({ at: steps.at(-1)?.at, code, stderr }).toMatchObject({ code: 0 });
    expect(steps).toHaveLength(count);
    expect(steps.filter((step) => !isShown(step))).toEqual([]);
    expect(faults).toBe('');
  },
  300_000,
);
