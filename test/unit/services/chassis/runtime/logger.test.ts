import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { createLogger, requestLogger } from '#chassis/runtime/logger.ts';

function capture(level = 'info') {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { logger: createLogger('product', level, destination), lines };
}

test('a line is one JSON object with level, time and name', () => {
  const { logger, lines } = capture();
  logger.info({ count: 1 }, 'Done');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    name: 'product',
    msg: 'Done',
    count: 1,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  expect(lines[0]?.trimEnd()).not.toContain('\n');
});

test('lines below the level are not written', () => {
  const { logger, lines } = capture('warn');
  logger.info('quiet');
  expect(lines).toEqual([]);
});

test.each(['authorization', 'cookie', 'set-cookie', 'x-api-key', 'password', 'secret', 'token', 'access_token', 'key'])(
  'the value of %s is never written, however deep it lies',
  (name) => {
    const { logger, lines } = capture();
    logger.info({ [name]: 'hidden', request: { [name]: 'hidden', headers: { [name]: ['hidden'] } } }, 'Asked');
    expect(lines.join('')).not.toContain('hidden');
    expect(lines.join('').match(/\[redacted\]/g)).toHaveLength(3);
  },
);

test('a request logger names the request and the trace', () => {
  const { logger, lines } = capture();
  requestLogger(logger, 'req-1', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01').info('in a trace');
  requestLogger(logger, 'req-2', undefined).info('in none');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { requestId: 'req-1', traceId: '0af7651916cd43dd8448eb211c80319c' },
    { requestId: 'req-2' },
  ]);
});

test('an error is written with its cause, but without what else it carries', () => {
  const { logger, lines } = capture();
  const cause = Object.assign(new Error('duplicate'), {
    code: 11000,
    writeErrors: [{ document: { email: 'hidden' } }],
  });
  logger.error({ err: new Error('Not saved', { cause }) }, 'Failed');
  const { err } = JSON.parse(lines[0] ?? '');
  expect(err).toMatchObject({ type: 'Error', message: 'Not saved', cause: { message: 'duplicate', code: 11000 } });
  expect(lines.join('')).not.toContain('hidden');
});
