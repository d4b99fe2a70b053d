import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type RunFile, RunFileWriter } from '../../../../deploy/local/run-file.ts';
import { eventually } from '../../../support/eventually.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const inParent = temporaryFolder();

test('what cannot be written is said once, and written when it can be, as things are then', async () => {
  const file = inParent('missing', 'run.json');
  const said: string[] = [];
  const state = { supervisor: { pid: 1 } } as RunFile;
  const writer = new RunFileWriter(
    file,
    () => state,
    (line) => said.push(line),
  );
  writer.write();
  writer.write();
  expect(said).toEqual([expect.stringContaining('run.json cannot be written')]);
  state.supervisor.pid = 2;
  mkdirSync(inParent('missing'));
  await eventually(() => expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ supervisor: { pid: 2 } }));
  // It holds the database's password.
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
