import { expect, test } from '@jest/globals';
import { readConfig } from '#engine/config.ts';

test('the defaults listen on the loopback', () => {
  expect(readConfig({ DATA_DIR: 'd' })).toEqual({ host: '127.0.0.1', port: 27017, dataDir: 'd' });
});

test.each(['0.0.0.0', '10.0.0.1', 'localhost', '::', ''])('%s is not listened on', (HOST) => {
  expect(() => readConfig({ DATA_DIR: 'd', HOST })).toThrow(/only a loopback address/);
});

test('all faults are told at once', () => {
  expect(() => readConfig({ HOST: '0.0.0.0', PORT: 'x' })).toThrow(/HOST.*\nPORT x.*\nDATA_DIR/);
});
