import { expect, test } from '@jest/globals';
import { AppError, type FieldIssue } from '#chassis/domain/errors.ts';
import { withSentInput } from '../../../../gateway/payload/sent-input.ts';

const refused = (...issues: FieldIssue[]) => new AppError('validation_failed', 'no', { issues });
const issue = (loc: string[], input: unknown, type = 'value_error'): FieldIssue => ({ type, loc, msg: 'no', input });
const inputsOf = (error: unknown) => (error as AppError).issues?.map(({ input }) => input);
const body = (value: unknown) => Buffer.from(JSON.stringify(value));

test.each<[what: string, loc: string[], shown: unknown, sent: unknown, expected: unknown, type?: string]>([
  ['a text that was trimmed', ['body', 'name'], 'a', { name: ' a ' }, ' a '],
  ['an element', ['body', 'lines', '1', 'qty'], '1', { lines: [{}, { qty: 1 }] }, 1],
  ['null', ['body', 'name'], undefined, { name: null }, null],
  ['what was missing: what is there', ['body', 'name'], {}, { name: null }, { name: null }, 'missing'],
  ['what was not sent: what the rule shows', ['body', 'currency'], 'EUR', { name: 'a' }, 'EUR'],
  ['the whole body', ['body'], 'x', [1], [1]],
  ['a name of every object', ['body', 'toString'], 'x', {}, 'x'],
  ['a header', ['header', 'x'], 'x', { x: 1 }, 'x'],
])('%s is shown as it was sent', (_what, loc, shown, sent, expected, type = 'value_error') => {
  const error = withSentInput(refused(issue(loc, shown, type)), { url: '/a', body: body(sent) });
  expect(inputsOf(error)).toEqual([expected]);
});

test('a parameter is shown as it was sent', () => {
  const error = withSentInput(refused(issue(['query', 'search'], 'a')), { url: '/a?search=%20A&x=1', body: undefined });
  expect(inputsOf(error)).toEqual([' A']);
});

test.each([
  ['no validation_failed', new AppError('conflict', 'no'), body({})],
  ['no JSON', refused(issue(['body', 'a'], 'x')), Buffer.from('{')],
  ['no body', refused(issue(['body', 'a'], 'x')), undefined],
  ['long', refused(issue(['body', 'a'], 'x')), Buffer.alloc(1024 * 1024 + 1, ' ')],
])('what is %s stays', (_what, error, sent) => {
  expect(withSentInput(error, { url: undefined, body: sent })).toEqual(error);
});
