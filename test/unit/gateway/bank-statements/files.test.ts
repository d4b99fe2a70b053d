import { describe, expect, test } from '@jest/globals';
import { codec } from '#chassis/rpc/message-codec.ts';
import { decodedOfx, sgmlStart } from '../../../../gateway/bank-statements/files/decoded.ts';
import type { MarkupEvents } from '../../../../gateway/bank-statements/files/markup.ts';
import { readSgml } from '../../../../gateway/bank-statements/files/sgml.ts';
import { readXml } from '../../../../gateway/bank-statements/files/xml.ts';
import { statementFile } from '../../../../gateway/bank-statements/import-body.ts';
import type { ImportedFile } from '../../../../gateway/bank-statements/imported-file.ts';

const importing = codec('finance', 'ImportBankStatementsRequest');

/** The events of a reader, as one text. */
function told(read: (events: MarkupEvents) => Generator<void>): string {
  const parts: string[] = [];
  const events: MarkupEvents = {
    open: (name, _attributes, line) => parts.push(`${name}:${line}(`),
    text: (text) => parts.push(text.trim()),
    close: () => parts.push(')'),
  };
  for (const _ of read(events));
  return parts.join('');
}

const xml = (text: string) => told((events) => readXml(text, events));
const sgml = (text: string) => told((events) => readSgml(text, 0, events));
const refusal = (error: string, line = '1') =>
  expect.objectContaining({
    issues: [expect.objectContaining({ loc: ['body', line], msg: expect.stringContaining(error) })],
  });

describe('XML', () => {
  test('is told element by element, with its line', () => {
    expect(xml('<a xmlns:n="u">\n<n:b>x &amp; &#65;<![CDATA[<y>]]></n:b></a>')).toBe('a:1(b:2(x & A<y>))');
  });

  test.each([
    ['a DTD', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'DTD'],
    ['entities that grow', '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY c "&b;&b;">]><a>&c;</a>', 'DTD'],
    ['an entity that nobody knows', '<a>&b;</a>', 'undefined entity'],
    ['levels without end', '<a>'.repeat(100_000), 'nested more than 32 levels deep'],
    ['no end', '<a><b></b>', 'unclosed tag'],
    ['a wrong end', '<a></b>', 'unexpected close tag'],
    ['text alone', 'hello', 'not XML'],
  ])('is refused with %s', (_what, text, error) => expect(() => xml(text)).toThrow(refusal(error)));
});

describe('SGML of OFX 1', () => {
  test.each([
    ['elements that are not closed', '<A>\n<B>x\n<C>y\n</A>', 'A:1(B:2(x)C:3(y))'],
    ['elements that are', '<A><B>x</B><C>y</C></A>', 'A:1(B:1(x)C:1(y))'],
    ['an element without text', '<A><B></B><C>y</A>', 'A:1(B:1()C:1(y))'],
    ['an element without text or end', '<A><B><C>y</A>', 'A:1(B:1(C:1(y)))'],
    ['an empty element of text without end', '<A><MEMO>\n<NAME>y</A>', 'A:1(MEMO:1()NAME:2(y))'],
    ['an empty element of text with one', '<A><MEMO></MEMO><NAME>y</A>', 'A:1(MEMO:1()NAME:1(y))'],
    ['an empty rate', '<CURRENCY><CURRATE>\n<CURSYM>USD</CURRENCY>', 'CURRENCY:1(CURRATE:1()CURSYM:2(USD))'],
    ['an empty symbol', '<CURRENCY><CURSYM>\n<CURRATE>1</CURRENCY>', 'CURRENCY:1(CURSYM:1()CURRATE:2(1))'],
    ['escapes, each once', '<A><B>x &amp;lt; &lt;y&gt;</A>', 'A:1(B:1(x &lt; <y>))'],
  ])('is told with %s', (_what, text, expected) => expect(sgml(text)).toBe(expected));

  test.each([
    ['a mark without end', '<A><B', 'a mark does not end', '1'],
    ['a DTD', '<A>\n<!ENTITY b "c"></A>', 'DTD', '2'],
    ['levels without end', '<A>'.repeat(100_000), 'nested more than 32 levels deep', '1'],
    ['an aggregate that is open', '<A><B>x', 'A is not closed', '1'],
    ['an end of nothing', '</A>', 'was not opened', '1'],
  ])('is refused with %s', (_what, text, error, line) => expect(() => sgml(text)).toThrow(refusal(error, line)));

  test('takes as long as it is long', () => {
    const one = '<STMTTRN><NAME>x</STMTTRN>';
    const timed = (count: number) => {
      const start = process.cpuUsage();
      sgml(`<OFX>${one.repeat(count)}</OFX>`);
      return process.cpuUsage(start).user;
    };
    timed(1_000);
    expect(timed(80_000)).toBeLessThan(80 * Math.max(timed(10_000), 1_000));
  });
});

describe('an OFX file', () => {
  const latin = Buffer.from('ENCODING:USASCII\nCHARSET:1252\n<OFX>caf\xe9', 'latin1');
  test('is read in the encoding that it names', () => expect(decodedOfx(latin)).toContain('café'));
  test('is refused in one that it does not', () => {
    expect(() => decodedOfx(Buffer.from('<OFX>caf\xe9', 'latin1'))).toThrow(refusal('neither UTF-8'));
  });
  test('of version 2 is XML', () => {
    expect(sgmlStart('<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX>')).toBeUndefined();
    expect(sgmlStart('OFXHEADER:100\n\n<OFX>')).toBe(15);
    expect(() => sgmlStart('OFXHEADER:100')).toThrow(refusal('no <OFX>'));
  });
});

describe('a file of statements', () => {
  const body = statementFile();
  const read = (mediaType: string, text: string | Buffer) =>
    body.validate(body.parse(Buffer.from(text as string), mediaType)) as Promise<ImportedFile>;
  const stmt = (entries: string) =>
    `<D><BkToCstmrStmt><Stmt><Acct><Id><IBAN>A</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></D>`;
  const ntry = (amount: string) => `<Ntry><Amt>${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>`;

  test.each([
    ['1e400', 'a valid number'],
    ['9'.repeat(300), 'less than or equal to'],
    ['1000000000001', 'less than or equal to'],
    ['', undefined],
    ['1.5', undefined],
  ])('has a line of %s', async (amount, error) => {
    const { errors } = await read('application/xml', stmt(ntry(amount)));
    expect(errors.map((one) => one.error)).toEqual(error === undefined ? [] : [expect.stringContaining(error)]);
  });

  const entry = (amount: string, mark = '<CdtDbtInd>CRDT</CdtDbtInd>') => `<Ntry>${amount}${mark}</Ntry>`;
  const [eur, usd] = ['<Amt Ccy="EUR">1</Amt>', '<Amt Ccy="USD">2</Amt>'];
  const account = '<Acct><Ccy>EUR</Ccy></Acct>';
  const balance = `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>${eur}<CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  test.each([
    ['a mark of neither way', entry(eur) + entry(eur, '<CdtDbtInd>CREDIT</CdtDbtInd>'), 'CdtDbtInd: '],
    ['no mark', entry(eur) + entry(eur, ''), 'CdtDbtInd: '],
    ["another currency than the account's", account + entry(usd), 'Amt: '],
    ["another currency than the balance's", balance + entry(usd), 'Amt: '],
    ["another currency than the first one's", entry(eur) + entry(usd), 'Amt: '],
    ['none of this', account + balance + entry(eur) + entry('<Amt>1</Amt>'), undefined],
  ])('of CAMT has no entry with %s, and is of one currency', async (_what, entries, error) => {
    const file = await read('application/xml', stmt(entries));
    expect(file.errors.map((one) => one.error)).toEqual(error === undefined ? [] : [expect.stringContaining(error)]);
    const { statements } = importing.decode(file.request({ currency: 'JPY' }).bytes);
    expect(statements).toMatchObject([{ accountNumber: 'A', currency: 'EUR' }]);
  });

  const NOT_BOOKED = 'Sts: Value error, the entry is not booked';
  test.each([
    ['none', '', undefined],
    ['one that says nothing', '<Sts/>', undefined],
    ['BOOK', '<Sts>BOOK</Sts>', undefined],
    ['the code BOOK', '<Sts><Cd>BOOK</Cd></Sts>', undefined],
    ['the code BOOK, of a namespace', '<n:Sts><n:Cd> BOOK </n:Cd></n:Sts>', undefined],
    ['PDNG', '<Sts>PDNG</Sts>', NOT_BOOKED],
    ['the code PDNG', '<Sts><Cd>PDNG</Cd></Sts>', NOT_BOOKED],
    ['the code PDNG, of a namespace', '<n:Sts><n:Cd>PDNG</n:Cd></n:Sts>', NOT_BOOKED],
    ['the code FUTR', '<Sts><Cd>FUTR</Cd></Sts>', NOT_BOOKED],
    ['INFO', '<Sts>INFO</Sts>', NOT_BOOKED],
    ["one of the bank's own", '<Sts><Prtry>BOOK</Prtry></Sts>', NOT_BOOKED],
    ['two, one of them another', '<Sts>BOOK</Sts><Sts><Cd>PDNG</Cd></Sts>', NOT_BOOKED],
  ])('of CAMT has no entry of a status but BOOK: %s', async (_what, status, error) => {
    const { errors } = await read('application/xml', stmt(entry(eur, `<CdtDbtInd>CRDT</CdtDbtInd>${status}`)));
    expect(errors.map((one) => one.error)).toEqual(error === undefined ? [] : [error]);
  });

  const FOREIGN = 'CURRENCY: Value error, it is in another currency than its statement';
  describe.each([
    ['1', 'OFXHEADER:100\n\n', (name: string, text: string) => `<${name}>${text}`],
    ['2', '<?xml version="1.0"?><?OFX OFXHEADER="200"?>', (name: string, text: string) => `<${name}>${text}</${name}>`],
  ])('of OFX %s', (_version, header, said) => {
    const ofx = (transaction: string, curdef = said('CURDEF', 'EUR')) =>
      `${header}<OFX><STMTRS>${curdef}<BANKACCTFROM>${said('ACCTID', 'A')}</BANKACCTFROM>
<BANKTRANLIST><STMTTRN>${said('TRNAMT', '1')}${transaction}</STMTTRN></BANKTRANLIST></STMTRS></OFX>`;
    const usd = said('CURRATE', '0.9') + said('CURSYM', 'USD');
    test.each([
      ['none', '', []],
      ["the account's", `<CURRENCY>${said('CURRATE', '1')}${said('CURSYM', 'EUR')}</CURRENCY>`, []],
      ['another one', `<CURRENCY>${usd}</CURRENCY>`, [FOREIGN]],
      [
        'another one, the rate last',
        `<CURRENCY>${said('CURSYM', 'USD')}${said('CURRATE', '0.9')}</CURRENCY>`,
        [FOREIGN],
      ],
      [
        'another one of an empty rate',
        `<CURRENCY>${said('CURRATE', '')}${said('CURSYM', 'USD')}</CURRENCY>`,
        [FOREIGN],
      ],
      ['a rate to nobody knows which', `<CURRENCY>${said('CURRATE', '0.9')}</CURRENCY>`, [FOREIGN]],
      ["the account's, and that of the origin", `<ORIGCURRENCY>${usd}</ORIGCURRENCY>`, []],
    ])('has no line in another currency than its statement: %s', async (_what, transaction, expected) => {
      const { errors } = await read('application/x-ofx', ofx(transaction));
      expect(errors.map((one) => one.error)).toEqual(expected);
    });
    test('has no line in a currency of which the statement says nothing', async () => {
      const { errors } = await read('application/x-ofx', ofx(`<CURRENCY>${usd}</CURRENCY>`, ''));
      expect(errors).toMatchObject([{ line: header.split('\n').length + 1, error: FOREIGN }]);
    });
  });

  test('has 10,000 lines at most, and 100 statements', async () => {
    await expect(read('application/xml', stmt(ntry('1').repeat(10_001)))).rejects.toEqual(
      refusal('at most 10000 lines'),
    );
    const many = `<D>${'<Stmt><Acct><Id><IBAN>A</IBAN></Id></Acct></Stmt>'.repeat(101)}</D>`;
    await expect(read('application/xml', many)).rejects.toEqual(refusal('at most 100 statements'));
  });

  test.each([
    ['application/xml', 'not UTF-8'],
    ['text/csv', 'not UTF-16'],
  ])('of %s is in an encoding', async (mediaType, error) => {
    await expect(async () => read(mediaType, Buffer.from([0xff, 0xfe, 0x3c]))).rejects.toEqual(refusal(error));
  });

  test('of CSV is read as a bank in Europe writes it', async () => {
    const said = 'Konto;DE02120300000000202051\n\ntransactionDate;debit;credit;Verwendungszweck\n';
    const csv = Buffer.from(`${said}2026-09-02;1.234,50;;Miete März\n2026-09-03;;1.650;\n`, 'latin1');
    const file = await read('text/csv', csv);
    const error = 'credit: Value error, 1.650 can be 1650 or 1,650 (the decimal mark of the file is ",")';
    expect(file.errors).toMatchObject([{ line: 5, error }]);
    const { lines } = importing.decode(file.request({ accountNumber: 'A' }).bytes);
    const attributes = '{"Verwendungszweck":"Miete März"}';
    expect(lines).toMatchObject([{ line: 4, input: { debit: 1234.5, attributes } }]);
  });

  test('of CSV has a line of column names', async () => {
    await expect(read('text/csv', '')).rejects.toEqual(refusal('no line of column names'));
    await expect(read('text/csv', 'Datum;Betrag\n1;2\n')).rejects.toEqual(refusal('none of debit, credit, amount'));
    await expect(read('text/csv', 'balance,Amount\n1,2\n')).rejects.toEqual(refusal('none of debit, credit, amount'));
    expect((await read('text/csv', 'amount,Betrag\n1,2\n')).errors).toEqual([]);
    await expect(read('text/csv', 'debit,debit\n1,2\n')).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('leaves others their turns while it is read', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await read('application/xml', stmt(ntry('1').repeat(10_000)));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});
