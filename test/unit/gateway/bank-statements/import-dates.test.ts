import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDate } from '../../../../gateway/bank-statements/import-dates.ts';

const unreadable = (reason: string) => ({ unreadable: reason });

test.each([
  ['2026-09-02', '2026-09-02'],
  ['02.09.2026', '2026-09-02'],
  ['2.9.2026', '2026-09-02'],
  ['2026/09/02', '2026-09-02'],
  ['2026.9.2', '2026-09-02'],
  ['20260902', '2026-09-02'],
  [' 29.02.2024 ', '2024-02-29'],
  ['25/12/2026', '2026-12-25'],
  ['12/25/2026', '2026-12-25'],
  ['05/05/2026', '2026-05-05'],
  ['2026-09-02+02:00', '2026-09-02'],
  ['2026-09-02Z', '2026-09-02'],
  ['2026-09-02T23:30:00+02:00', '2026-09-02T23:30:00+02:00'],
  ['2026-09-02 14:33:05', '2026-09-02 14:33:05'],
  ['02/09/2026', unreadable('02/09/2026 can be 2026-09-02 or 2026-02-09')],
  ['02-09-2026', unreadable('02-09-2026 can be 2026-09-02 or 2026-02-09')],
  ...[
    '',
    '31.02.2026',
    '02.09.26',
    '02092026',
    '2026-13-01',
    '2026-09-02T25:00',
    '2026-09-02T!',
    '1.2.3.2026',
    'Montag',
  ].map((text) => [text, unreadable(`${text} is no date; write it as 2026-09-02`)] as const),
])('%j is read as %j', (text, date) => expect(readDate(text)).toEqual(date));

test('every day is read in each order that leaves no doubt', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10);
      const [year, month, number] = day.split('-') as [string, string, string];
      for (const text of [day, `${year}/${month}/${number}`, `${number}.${month}.${year}`, year + month + number])
        expect(readDate(text)).toBe(day);
      const doubtful = readDate(`${number}/${month}/${year}`);
      if (Number(number) > 12 || number === month) expect(doubtful).toBe(day);
      else expect(doubtful).toEqual({ unreadable: expect.stringContaining(day) });
    }),
  );
});
