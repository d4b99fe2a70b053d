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
  function decoded(bytes: Buffer): string {
    const steps = decodedOfx(bytes);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }
  const latin = Buffer.from('ENCODING:USASCII\nCHARSET:1252\n<OFX>caf\xe9', 'latin1');
  test('is read in the encoding that it names', () => expect(decoded(latin)).toContain('café'));
  test('is refused in one that it does not', () => {
    expect(() => decoded(Buffer.from('<OFX>caf\xe9', 'latin1'))).toThrow(refusal('neither UTF-8'));
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

  describe('of CAMT with a batch', () => {
    const tx = (amount: string, name: string, reference: string, more = '') =>
      `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>${amount}${more}<RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr>
<Cdtr><Nm>Us ${name}</Nm></Cdtr></RltdPties></TxDtls>`;
    const amt = (value: string, currency = 'EUR') => `<Amt Ccy="${currency}">${value}</Amt>`;
    const batch = (total: string, parts: string, mark = 'CRDT') =>
      stmt(`<Ntry>${amt(total)}<CdtDbtInd>${mark}</CdtDbtInd><BookgDt><Dt>2026-09-02</Dt></BookgDt><AcctSvcrRef>B-1</AcctSvcrRef>
<NtryDtls>${parts}</NtryDtls><AddtlNtryInf>Batch</AddtlNtryInf></Ntry>`);
    async function lines(file: string) {
      const read053 = await read('application/xml', file);
      expect(read053.errors).toEqual([]);
      return importing.decode(read053.request({}).bytes).lines;
    }
    const inputs = async (file: string) => (await lines(file)).map(({ input }) => input);
    const [harbour, mill] = [tx(amt('329.56'), 'Harbour', 'RE-1'), tx(amt('100.00'), 'Mill', 'NOTPROVIDED')];
    const credits = [
      { transactionDate: '2026-09-02', credit: 329.56, description: 'Harbour', referenceNo: 'RE-1' },
      { transactionDate: '2026-09-02', credit: 100, description: 'Mill', referenceNo: 'B-1' },
    ];

    test('becomes a line for each transaction, if they sum to it', async () => {
      const found = await lines(batch('429.56', `${harbour}\n${mill}`));
      expect(found).toMatchObject(credits.map((input, index) => ({ line: 2 + 2 * index, input })));
    });

    test.each([
      ['amounts in the details', tx(`<AmtDtls><TxAmt>${amt('329.56')}</TxAmt></AmtDtls>`, 'Harbour', 'RE-1') + mill],
      ['transactions in two details', `${harbour}</NtryDtls><NtryDtls>${mill}`],
    ])('is read with %s', async (_what, parts) => {
      expect(await inputs(batch('429.56', parts))).toMatchObject(credits);
    });

    test('lends its own texts to a transaction without any', async () => {
      const bare = `<TxDtls>${amt('100.00')}</TxDtls>`;
      const expected = [credits[0], { credit: 100, description: 'Batch', referenceNo: 'B-1' }];
      expect(await inputs(batch('429.56', harbour + bare))).toMatchObject(expected);
    });

    test('of debits pays the payees', async () => {
      const debits = [
        { debit: 329.56, description: 'Us Harbour' },
        { debit: 100, description: 'Us Mill' },
      ];
      expect(await inputs(batch('429.56', harbour + mill, 'DBIT'))).toMatchObject(debits);
    });

    test('has a transaction of the other direction', async () => {
      const returned = tx(amt('100.00'), 'Mill', 'RE-2', '<CdtDbtInd>DBIT</CdtDbtInd>');
      const expected = [{ credit: 329.56 }, { debit: 100, description: 'Us Mill', referenceNo: 'RE-2' }];
      expect(await inputs(batch('229.56', harbour + returned))).toMatchObject(expected);
    });

    test.each([
      ['charges', '427.56', harbour + mill],
      ['an amount in another currency', '429.56', harbour + tx(amt('100.00', 'USD'), 'Mill', 'RE-2')],
      ['a transaction without an amount', '329.56', harbour + tx('', 'Mill', 'RE-2')],
      ['an unknown direction', '229.56', harbour + tx(amt('100.00'), 'M', 'R', '<CdtDbtInd>X</CdtDbtInd>')],
    ])('stays one line with %s', async (_what, total, parts) => {
      const [one, ...others] = await inputs(batch(total, parts));
      expect(one).toMatchObject({ credit: Number(total), referenceNo: 'RE-1' });
      expect(one?.description).toMatch(/^Batch Harbour/);
      expect(others).toEqual([]);
    });

    test('has at most 10,000 transactions', async () => {
      const parts = tx(amt('1'), 'A', 'B').repeat(10_001);
      await expect(read('application/xml', batch('1', parts))).rejects.toMatchObject({
        issues: [{ ctx: { error: 'an entry has at most 10000 transactions' } }],
      });
    });

    test('of which the entry is not booked is one error', async () => {
      const pending = batch('429.56', harbour + mill).replace('<BookgDt>', '<Sts>PDNG</Sts><BookgDt>');
      expect((await read('application/xml', pending)).errors).toMatchObject([{ line: 1, error: NOT_BOOKED }]);
    });
  });

  test.each([
    ['camt.052', 'BkToCstmrAcctRpt', 'Rpt'],
    ['camt.054', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
  ])('of type %s is refused by its name', async (name, message, statement) => {
    const file = stmt(ntry('1')).replaceAll('BkToCstmrStmt', message).replaceAll('Stmt', statement);
    await expect(read('application/xml', file)).rejects.toEqual(refusal(`the file is a ${name}`));
  });

  const declared = (encoding: string) =>
    `<?xml version="1.0" encoding=${encoding}?>${stmt('<Ntry><Amt>1</Amt><CdtDbtInd>CRDT</CdtDbtInd><AddtlNtryInf>Müller</AddtlNtryInf></Ntry>')}`;
  test.each<[string, Buffer]>([
    ['ISO-8859-1', Buffer.from(declared('"ISO-8859-1"'), 'latin1')],
    ['windows-1252', Buffer.from(declared("'windows-1252' standalone='yes'"), 'latin1')],
    ['ISO-8859-15', Buffer.from(declared('"iso-8859-15"'), 'latin1')],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${declared('"UTF-16"')}`, 'utf16le')],
    ['UTF-8, although it declares ISO-8859-1', Buffer.from(declared('"ISO-8859-1"'))],
  ])('of CAMT is read in %s', async (_what, bytes) => {
    const { lines } = importing.decode((await read('application/xml', bytes)).request({}).bytes);
    expect(lines).toMatchObject([{ input: { description: 'Müller' } }]);
  });

  test.each(['"Shift_JIS"', '"UTF-8"', '"', ''])('of CAMT is not read in %s', async (encoding) => {
    const file = Buffer.from(declared(encoding), 'latin1');
    await expect(async () => read('application/xml', file)).rejects.toEqual(refusal('neither UTF-8 nor UTF-16'));
  });

  test('has dates that are of one day', async () => {
    const csv = 'transactionDate;credit\n02.09.2026;1\n02/09/2026;1\n';
    const file = await read('text/csv', csv);
    const { lines } = importing.decode(file.request({ accountNumber: 'A' }).bytes);
    expect(lines).toMatchObject([{ input: { transactionDate: '2026-09-02' } }]);
    const error = 'transactionDate: Value error, 02/09/2026 can be 2026-09-02 or 2026-02-09';
    expect(file.errors).toMatchObject([{ line: 3, error }]);
  });

  test.each([
    ['20260204', '2026-02-04'],
    ['00000000', undefined],
  ])('of OFX has a balance of %s', async (date, statementDate) => {
    const ofx = `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>A</BANKACCTFROM>
<LEDGERBAL><BALAMT>1<DTASOF>${date}</LEDGERBAL></STMTRS></OFX>`;
    const { statements } = importing.decode((await read('application/x-ofx', ofx)).request({}).bytes);
    expect(statements[0]?.statementDate).toBe(statementDate);
  });

  test('has 10,000 lines at most, and 100 statements', async () => {
    await expect(read('application/xml', stmt(ntry('1').repeat(10_001)))).rejects.toEqual(
      refusal('at most 10000 lines'),
    );
    const many = `<D>${'<Stmt><Acct><Id><IBAN>A</IBAN></Id></Acct></Stmt>'.repeat(101)}</D>`;
    await expect(read('application/xml', many)).rejects.toEqual(refusal('at most 100 statements'));
  });

  test.each([
    ['application/xml', 'not utf-16le'],
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
