import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { codec } from '#chassis/rpc/message-codec.ts';
import { statementFile } from '../../../../gateway/bank-statements/import-body.ts';
import type { ImportedFile } from '../../../../gateway/bank-statements/imported-file.ts';

const importing = codec('finance', 'ImportBankStatementsRequest');
const body = statementFile();

async function read(text: string | Buffer) {
  const bytes = Buffer.from(text as string);
  const file = (await body.validate(body.parse(bytes, 'application/x-mt940'))) as ImportedFile;
  const { statements, lines } = importing.decode(file.request({ currency: 'EUR', accountNumber: 'Q' }).bytes);
  return { statements, lines, errors: file.errors };
}

/** A message with these fields between its first and its closing balance. */
const message = (fields: string, closing = ':62F:C260930EUR1234,5') =>
  `:20:START\n:25:50010060/0123456789\n:28C:9/1\n:60F:C260901EUR1000,00\n${fields}\n${closing}\n-\n`;
const inputs = async (fields: string) => (await read(message(fields))).lines.map(({ input }) => input);
const refusal = (line: string, error: string) => ({
  issues: [{ loc: ['body', line], ctx: { error: expect.stringContaining(error) } }],
});

describe('an MT940 of a bank', () => {
  // The layouts follow public descriptions of the banks. All names and numbers are invented.
  const germany = [
    ':20:STARTUMSE',
    ':25:50010060/0123456789',
    ':28C:00001/001',
    ':60F:C260901EUR1000,00',
    ':61:2609020902CR329,56NTRFNONREF//B-1',
    ':86:166?00GUTSCHRIFT?109251?20EREF+RE-2026-014?21SVWZ+Rechnung 14 und noch l?22änger?30GENODEF1?31DE',
    '02?32Harbour und Söhne?33 GmbH?34000',
    ':61:2609030903DR12,00NMSCNONREF',
    ':86:808?00KONTOFUEHRUNG?20Entgelt 09/26',
    ':62F:C260903EUR1317,56',
    ':86:text of the statement',
    '-',
  ].join('\r\n');
  const netherlands = [
    '{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXXXN}{4:',
    ':20:P260901000000001',
    ':25:NL20INGB0001234567EUR',
    ':28C:00000',
    ':60F:C260831EUR662,23',
    ':61:260901D1,56NTRFEREF//26244000001',
    '/TRCD/00100/',
    ':86:/EREF/EV12341//CNTP/NL32INGB0000012345/INGBNL2A/ING BANK/REMI/USTD//invoice 12/',
    ':62F:D260901EUR660,67',
    '-}',
  ].join('\n');
  const abn =
    'ABNANL2A\n940\nABNANL2A\n:20:ABN AMRO BANK NV\n:25:517852257\n:60F:C260901EUR3236,28\n:61:2609010901C0,00N192NONREF\n:86:GIRO  428428 KPN\n  BETALINGSKENM. 42\n:62F:C260901EUR3236,28\n-';

  test.each([
    [
      'Germany',
      germany,
      { accountNumber: '50010060/0123456789', currency: 'EUR', statementDate: '2026-09-03', balance: 1317.56 },
      [
        {
          line: 5,
          input: {
            transactionDate: '2026-09-02',
            credit: 329.56,
            referenceNo: 'RE-2026-014',
            description: 'Harbour und Söhne GmbH Rechnung 14 und noch länger',
          },
        },
        { line: 8, input: { debit: 12, description: 'Entgelt 09/26' } },
      ],
    ],
    [
      'the Netherlands',
      netherlands,
      { accountNumber: 'NL20INGB0001234567', balance: -660.67 },
      [{ line: 6, input: { transactionDate: '2026-09-01', debit: 1.56, referenceNo: 'EV12341' } }],
    ],
    [
      'an older system',
      abn,
      { accountNumber: '517852257', balance: 3236.28 },
      [{ line: 7, input: { credit: 0, description: 'GIRO  428428 KPN BETALINGSKENM. 42' } }],
    ],
  ])('of %s is read', async (_where, file, statement, lines) => {
    const found = await read(file);
    expect(found).toMatchObject({ statements: [statement], lines, errors: [] });
  });

  test('is read in windows-1252', async () => {
    const { lines } = await read(Buffer.from(germany, 'latin1'));
    expect(lines[0]?.input?.description).toContain('Söhne');
  });
});

describe('an entry', () => {
  test.each([
    ['a credit', '2609020902C12,5NTRFR-1', { credit: 12.5, referenceNo: 'R-1' }],
    ['a debit', '260902D12,NTRFR-1', { debit: 12, transactionDate: '2026-09-02' }],
    ['a reversed credit', '2609020902RC12,50NTRFR-1', { debit: 12.5 }],
    ['a reversed debit, with the letter of a currency', '2609020902RDR12,50NTRFR-1', { credit: 12.5 }],
    ['a reference of the bank alone', '2609020902C12,50NTRFNONREF//B-1', { referenceNo: 'B-1' }],
    ['an entry date in the year before', '2601021231C1,00NTRFR', { transactionDate: '2025-12-31' }],
    ['an entry date in the year after', '2612310102C1,00NTRFR', { transactionDate: '2027-01-02' }],
    ['further words without an :86:', '2609020902C1,00NTRFR\nCharges 1', { description: 'Charges 1' }],
  ])('is read: %s', async (_what, entry, expected) => {
    expect(await inputs(`:61:${entry}`)).toMatchObject([expected]);
  });

  test.each([
    ['no comma', '2609020902C12.50NTRFR', '61: Value error, it is no entry'],
    ['no mark', '2609020902X12,50NTRFR', '61: Value error, it is no entry'],
    ['no kind', '2609020902C12,50', '61: Value error, it is no entry'],
    ['an expected amount', '2609020902EC12,50NTRFR', '61: Value error, the entry is not booked'],
    ['a day that does not exist', '2602300230C12,50NTRFR', 'transactionDate: Value error, 2026-02-30 is no date'],
  ])('is an error: %s', async (_what, entry, error) => {
    const found = await read(message(`:61:${entry}\n:61:2609020902C1,00NTRFR`));
    expect(found.errors).toMatchObject([{ line: 5, error: expect.stringContaining(error) }]);
    expect(found.lines).toHaveLength(1);
  });

  test('has a text whose parts continue a word only if they are full', async () => {
    const full = 'x'.repeat(27);
    expect(await inputs(`:61:260902C1,NTRFR\n:86:166?20${full}?21y?22z`)).toMatchObject([
      { description: `${full}y z` },
    ]);
  });
});

describe('a file', () => {
  test('of two statements has both, each with its lines', async () => {
    const second = message(':61:260903C2,NTRFB').replace('0123456789', '7');
    const { statements, lines } = await read(message(':61:260902C1,NTRFA') + second);
    expect(statements.map(({ accountNumber }) => accountNumber)).toEqual(['50010060/0123456789', '50010060/7']);
    expect(lines.map(({ statement, input }) => [statement, input?.credit])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  test('of a statement in two messages has one statement', async () => {
    const first = message(':61:260902C1,NTRFA', ':62M:C260902EUR1001,00');
    const second = message(':61:260903C2,NTRFB').replace(':60F:', ':60M:');
    const { statements, lines } = await read(first + second);
    expect(statements).toMatchObject([{ balance: 1234.5, statementDate: '2026-09-30' }]);
    expect(lines.map(({ statement }) => statement)).toEqual([0, 0]);
  });

  test.each([
    ['nothing', '', '1', 'no :20:'],
    ['other text', 'hello\n', '1', 'no :20:'],
    ['an MT942', ':20:A\n:25:B\n:34F:EUR0,\n', '3', 'MT942'],
    ['a balance that is none', message('').replace('EUR1000,00', '1000'), '4', ':60F: is no balance'],
    ['two currencies', message('', ':62F:C260930USD1,'), '6', 'another currency'],
    ['bytes of no encoding', '\x81', '1', 'the file is not windows-1252'],
  ])('of %s is refused', async (_what, text, line, error) => {
    await expect(read(Buffer.from(text, 'latin1'))).rejects.toMatchObject(refusal(line, error));
  });

  test('of any text is read or refused', async () => {
    const piece = fc.constantFrom(
      ':20:',
      ':25:A',
      ':60F:C260901EUR1,',
      ':61:',
      '260902C1,NTRF',
      ':86:',
      '?20',
      '\n',
      '-',
      'x',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const outcome = await read(pieces.join('')).catch(({ code }) => code);
        expect(typeof outcome === 'object' || outcome === 'validation_failed').toBe(true);
      }),
    );
  });

  test('takes as long as it is long', async () => {
    const timed = async (count: number) => {
      const start = process.cpuUsage();
      await read(message(`:61:260902C1,NTRFA\n:86:166?20${'a?21\n'.repeat(count)}`)).catch(() => undefined);
      await read(message(':86:\n'.repeat(count * 10))).catch(() => undefined);
      return process.cpuUsage(start).user;
    };
    await timed(1_000);
    expect(await timed(80_000)).toBeLessThan(80 * Math.max(await timed(10_000), 1_000));
  });
});
