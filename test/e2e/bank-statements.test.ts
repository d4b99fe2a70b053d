import { describe, expect, test } from '@jest/globals';
import { persistently } from '../support/persistently.ts';
import { ownOrg } from '../support/system/tenant.ts';

const own = ownOrg();
const PATH = '/api/v1/bank-statements';

type Json = Record<string, unknown> & { id: string; lines: Record<string, unknown>[] };

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await own.system.call(own.token, method, path, body, headers);
  return { status: response.status, headers: response.headers, json: (await response.json()) as Json };
}

/** A file of statements. */
async function send(mediaType: string, file: string, query = '') {
  const headers = { authorization: `Bearer ${own.token}`, 'content-type': mediaType };
  const response = await own.system.fetch(`${PATH}/import${query}`, { method: 'POST', headers, body: file });
  return { status: response.status, json: (await response.json()) as Json & { statements: string[]; detail: unknown } };
}

const line = { transactionDate: '2026-02-03', credit: 70.5, referenceNo: 'INV-7', description: 'HARBOUR & SONS' };

test('both styles are taken, shown, and may not contradict each other', async () => {
  const body = { bank_name: 'Banco', accountNumber: 'S-1', account_number: 'S-1', statementDate: '2026-02-03' };
  const { json, headers, status } = await call('POST', PATH, { ...body, lines: [{ ...line, branch: 'Porto' }] });
  expect({ status, json }).toMatchObject({
    status: 200,
    json: {
      ...{ bankName: 'Banco', bank_name: 'Banco', statement_date: '2026-02-03', line_count: 1, amount: 70.5 },
      lines: [{ ...line, amount: 70.5, attributes: { branch: 'Porto' }, duplicateOf: null, matchStatus: 'unmatched' }],
    },
  });
  expect(headers.get('location')).toBe(`${PATH}/${json.id}`);
  const read = await call('GET', `${PATH}/${json.id}`);
  expect(read.json).toEqual(json);
  const sentBack = await call('PATCH', `${PATH}/${json.id}`, read.json, { 'if-match': `${read.headers.get('etag')}` });
  expect(sentBack.json).toEqual(json);
  const conflict = await call('PATCH', `${PATH}/${json.id}`, { bank_name: 'Another', bankName: 'One' });
  expect(conflict).toMatchObject({
    status: 422,
    json: { detail: [{ loc: ['body', 'bank_name'], type: 'value_error' }] },
  });
  expect(await call('POST', PATH, {})).toMatchObject({
    json: { detail: [{ loc: ['body', 'accountNumber'], type: 'missing' }] },
  });
  const list = await call('GET', `${PATH}?accountNumber=S-1&sort=statement_date&search=banc`);
  expect(list.json).toMatchObject({ data: [{ id: json.id, line_count: 1 }], pagination: { total: 1 } });
  expect(JSON.stringify(list.json)).not.toContain('"lines"');
  const counted = async (query: string) => (await call('GET', `${PATH}?${query}`)).json;
  expect(await counted('account_number=S-1')).toMatchObject({ pagination: { total: 1 } });
  expect(await counted('account_number=S-0')).toMatchObject({ pagination: { total: 0 } });
  expect(await counted('account_number=S-0&accountNumber=S-1')).toMatchObject({
    detail: [{ loc: ['query', 'account_number'], type: 'value_error' }],
  });
}, 30_000);

describe('a file of statements', () => {
  const entry = (amount: string, reference: string) =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-02-03</Dt></BookgDt>
<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`;
  const camt = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>C-1</IBAN></Id></Acct>
${entry('12.50', 'E-1')}
${entry('a lot', 'E-2')}
</Stmt></BkToCstmrStmt></Document>`;
  const ofx = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>O-1</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><DTPOSTED>20260203<TRNAMT>-12.50<FITID>F1<NAME>Fee &amp; more</STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>87.50<DTASOF>20260204</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

  const mt940 = `:20:A
:25:NL20INGB0001234567EUR
:60F:C260201EUR100,00
:61:2602030203D12,50NTRFE-1//B-1
:86:Fee and more
:62F:C260204EUR87,50
-`;

  test.each([
    ['application/xml', camt, { accountNumber: 'C-1' }, { debit: 12.5, referenceNo: 'E-1' }],
    [
      'application/x-ofx',
      ofx,
      { accountNumber: 'O-1', currency: 'USD', balance: 87.5, statementDate: '2026-02-04' },
      { debit: 12.5, referenceNo: 'F1', description: 'Fee & more', transactionDate: '2026-02-03' },
    ],
    [
      'application/x-mt940',
      mt940,
      { accountNumber: 'NL20INGB0001234567', currency: 'EUR', balance: 87.5, statementDate: '2026-02-04' },
      { debit: 12.5, referenceNo: 'E-1', description: 'Fee and more', transactionDate: '2026-02-03' },
    ],
  ])('of type %s becomes statements, once', async (mediaType, file, header, first) => {
    const { status, json } = await send(mediaType, file);
    expect({ status, lines: json.lines[0] }).toMatchObject({ status: 200, lines: { status: 'created' } });
    const statement = await call('GET', `${PATH}/${json.statements[0]}`);
    expect(statement.json).toMatchObject({ ...header, lineCount: 1, lines: [{ ...first, id: json.lines[0]?.id }] });
    const again = await send(mediaType, file);
    expect(again.json).toMatchObject({
      statements: [],
      lines: [
        { status: 'duplicate', id: null, duplicateOf: json.lines[0]?.id, suggestions: [] },
        ...json.lines.slice(1),
      ],
    });
  });

  test('of CSV needs an account, and takes what its lines are exported as', async () => {
    const csv = 'transactionDate,debit,credit,amount,branch\n2026-02-03,1,,,Porto\n2026-02-03,1,3,1,\n,x,,,\n';
    expect(await send('text/csv', csv)).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['query', 'accountNumber'] }] },
    });
    const { json } = await send('text/csv', csv, '?accountNumber=V-1');
    expect(json.lines.map((one) => [one.line, one.status])).toEqual([
      [2, 'created'],
      [3, 'error'],
      [4, 'error'],
    ]);
    const exported = await own.system.call(own.token, 'GET', `${PATH}/${json.statements[0]}/lines?format=csv`);
    const again = await send('text/csv', await exported.text(), '?accountNumber=V-2');
    expect(again.json.lines).toMatchObject([{ line: 2, status: 'created' }]);
    const kept = await call('GET', `${PATH}/${again.json.statements[0]}`);
    expect(kept.json.lines).toMatchObject([{ debit: 1, amount: -1, attributes: { branch: 'Porto' } }]);
  });
});

/** As a careful caller does it on a machine that others keep busy: with a key, until it is answered. */
async function sendLarge(path: string, mediaType: string, body: string) {
  const headers = {
    authorization: `Bearer ${own.token}`,
    'content-type': mediaType,
    'idempotency-key': `large ${mediaType} ${body.length}`,
  };
  const { text } = await persistently(() => own.system.fetch(path, { method: 'POST', headers, body }));
  return JSON.parse(text) as Json;
}

test('10,000 lines are made, read and known again', async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) => ({
    ...line,
    referenceNo: `R-${index}`,
    credit: index + 1,
  }));
  const statement = JSON.stringify({ accountNumber: 'L-1', currency: 'EUR', lines });
  const json = await sendLarge(PATH, 'application/json', statement);
  expect(json.lines).toHaveLength(10_000);
  const read = await persistently(() => own.system.call(own.token, 'GET', `${PATH}/${json.id}`));
  expect(JSON.parse(read.text).lines).toEqual(json.lines);
  const csv = [
    'referenceNo,credit,transactionDate,description',
    ...lines.map((one) => `${one.referenceNo},${one.credit},${one.transactionDate},${one.description}`),
  ];
  const known = await sendLarge(`${PATH}/import?accountNumber=L-1`, 'text/csv', csv.join('\n'));
  expect(known.lines.filter((one) => one.status === 'duplicate')).toHaveLength(10_000);
  const one = await send('text/csv', [...csv, 'R,1,,'].join('\n'), '?accountNumber=L-1');
  expect(one.status).toBe(422);
}, 120_000);
