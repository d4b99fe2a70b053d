import { readFileSync } from 'node:fs';
import { expect, jest, test } from '@jest/globals';
import { checkDriver, KNOWN_DRIVER } from '#chassis/mongo/driver-internals.ts';
import { checkGrpc, KNOWN_GRPC } from '#chassis/rpc/grpc-internals.ts';
import { checkLmdb, KNOWN_LMDB } from '#engine/storage/lmdb-internals.ts';

/** Each library of which a private part is used, and the file that explains why. Look there at an upgrade. */
const FENCES = [
  ['mongodb', KNOWN_DRIVER, 'services/chassis/mongo/driver-internals.ts'],
  ['@grpc/grpc-js', KNOWN_GRPC, 'services/chassis/rpc/grpc-internals.ts'],
  ['lmdb', KNOWN_LMDB, 'deploy/local/mongo-engine/storage/lmdb-internals.ts'],
] as const;

test.each(FENCES)('the installed %s is version %s, whose private parts %s knows', (library, known, file) => {
  const { version } = JSON.parse(readFileSync(`node_modules/${library}/package.json`, 'utf8'));
  expect({ library, version, file }).toEqual({ library, version: known, file });
});

test.each(['@grpc/grpc-js', 'lmdb', 'mongoose'])('package.json names an exact version of %s', (library) => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(dependencies[library]).toMatch(/^\d+\.\d+\.\d+$/);
});

test.each([
  ['the MongoDB driver', checkDriver, KNOWN_DRIVER],
  ['lmdb', checkLmdb, KNOWN_LMDB],
])('another version of %s fails the start with both versions', (_, check, known) => {
  expect(() => check('99.0.1')).toThrow(/99\.0\.1.*-internals\.ts knows/);
  expect(() => check('99.0.1')).toThrow(known);
  expect(() => check(known)).not.toThrow();
});

test('another version of grpc-js is served without its private part, after a warning with both versions', () => {
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => {});
  expect(checkGrpc('99.0.1')).toBe(false);
  expect(String(warn.mock.calls[0]?.[0])).toMatch(
    `99.0.1, and services/chassis/rpc/grpc-internals.ts knows ${KNOWN_GRPC}`,
  );
  expect(checkGrpc(KNOWN_GRPC)).toBe(true);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});
