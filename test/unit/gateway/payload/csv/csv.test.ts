import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { loadService } from '#chassis/rpc/proto.ts';
import type { ClientInput as ClientMessage } from '#proto/gen/product/v1/ClientInput.ts';
import type { SupplierInput as Message } from '#proto/gen/product/v1/SupplierInput.ts';
import { Client, ClientInput } from '#proto/product/v1/client.contract.ts';
import { Material, MaterialInput } from '#proto/product/v1/material.contract.ts';
import { Supplier, SupplierInput } from '#proto/product/v1/supplier.contract.ts';
import { csv } from '../../../../../gateway/payload/csv/csv-body.ts';
import { csvRows, type ExportDelimiter, exportDelimiters } from '../../../../../gateway/payload/csv/csv-rows.ts';
import { requestEncoder } from '../../../../../gateway/payload/request-encoder.ts';
import { anyCharacter } from '../../../../support/any-character.ts';

const importing = csv(SupplierInput, Supplier, {
  max: 250,
  encoder: () => requestEncoder('product', 'SupplierService', 'ImportSuppliers'),
  part: (suppliers) => ({ suppliers }),
});

function exported(data: object[], delimiter?: ExportDelimiter): string {
  const { begin, text } = csvRows(Supplier, delimiter);
  return begin + data.map(text).join('');
}

async function imported(file: string): Promise<Message[]> {
  const { request } = await importing.validate(importing.parse(Buffer.from(file), 'text/csv'));
  const read = loadService('product', 'SupplierService').ImportSuppliers?.requestDeserialize(request.bytes);
  return (read as { suppliers: Message[] }).suppliers;
}

const importingClients = csv(ClientInput, Client, {
  max: 250,
  encoder: () => requestEncoder('product', 'ClientService', 'ImportClients'),
  part: (clients) => ({ clients }),
});

async function clients(file: Buffer): Promise<ClientMessage[]> {
  const { request } = await importingClients.validate(importingClients.parse(file, 'text/csv'));
  const read = loadService('product', 'ClientService').ImportClients?.requestDeserialize(request.bytes);
  return (read as { clients: ClientMessage[] }).clients;
}

const awkward = fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'", '"', ',', '\n', '\ufeff', '1', ' ', 'é');
const unit = fc.oneof(awkward, anyCharacter);
/** Empty is absent. */
const text = fc.string({ unit, minLength: 1, maxLength: 40 }).filter((value) => !value.includes('\0'));

test.each(exportDelimiters)(
  'every text exported with %j is imported unchanged, and none is one that a spreadsheet runs',
  async (delimiter) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ name: text, country: text }), { maxLength: 5 }), async (suppliers) => {
        const file = exported(suppliers, delimiter);
        expect(await imported(file)).toMatchObject(suppliers);
        const [, ...rows]: string[][] = parse(file, { bom: true, record_delimiter: '\n', delimiter });
        for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  },
);

test('numbers beside semicolons have a decimal comma, and are imported unchanged', async () => {
  const { begin, text } = csvRows(Client, ';');
  await fc.assert(
    fc.asyncProperty(fc.double({ noNaN: true, min: 0, max: 1e12 }), async (maxAccountValue) => {
      const file = begin + text({ name: 'A', country: 'B', currency: 'EUR', maxAccountValue });
      expect(file).not.toMatch(/\d\.\d+[;\n]/);
      expect(await clients(Buffer.from(file))).toMatchObject([{ maxAccountValue }]);
    }),
  );
});

test('numbers are written as they are', async () => {
  expect(exported([{ name: '-1', leadTimeDays: -1 }])).toMatch(/,'-1,.*,-1,/);
});

test('an export tells its encoding, and an empty one is taken back', async () => {
  expect(exported([])).toMatch(/^\ufeffid,name,/);
  expect(await imported(exported([]))).toEqual([]);
});

test.each(['\n', '\r\n', '\r'])('lines may end with %j', async (end) => {
  const file = ['name,country', 'A,"B\nC"', '', 'D,E', ''].join(end);
  expect(await imported(file)).toMatchObject([
    { name: 'A', country: 'B\nC' },
    { name: 'D', country: 'E' },
  ]);
});

test.each(['\n', '\r\n', '\r'])('empty lines, which end with %j, are as many as a person could leave', async (end) => {
  const file = (count: number) => `name${end}A${end.repeat(count + 1)}B${end}`;
  expect(await imported(file(100_000))).toHaveLength(2);
  await expect(imported(file(100_001))).rejects.toMatchObject({ code: 'validation_failed' });
});

test('empty lines within a cell are its text', async () => {
  const name = `A${'\n'.repeat(100_002)}B`;
  const refusal = await imported(`name\n"${name}"\n`).catch(({ issues }) => issues);
  expect(JSON.stringify(refusal)).not.toContain('empty lines');
});

test('records come in their order, however many there are', async () => {
  const names = Array.from({ length: 250 }, (_, index) => `Mill ${index}`);
  expect((await imported(`name\n${names.join('\n')}`)).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['a record more than there may be', `name\n${'x\n'.repeat(251)}`, ['body'], 'a file has at most 250 records'],
  [
    'a cell more than there are columns',
    'name\nx,y\n',
    ['body', '2'],
    'the line has more cells than there are columns',
  ],
  ['501 columns', `${'a,'.repeat(500)}a\n`, ['body', '1'], 'a line has at most 500 cells'],
  ['a line of over 1 MiB', `name\n${'x'.repeat(1_048_578)}\n`, ['body', '2'], 'a line has at most 1048576 characters'],
  ['a column that is there twice', 'name,name\nx,x\n', ['body', '1', 'name'], 'the column is there twice'],
  ['a byte of no known encoding', 'name\n\x81', ['body', '1'], 'the file is neither UTF-8 nor windows-1252'],
  ['another encoding than the mark says', '\xef\xbb\xbfname\n\xff', ['body', '1'], 'the file is not UTF-8'],
  ['half a character of UTF-16', '\xff\xfen\0a\0m\0e', ['body', '1'], 'the file is not UTF-16'],
])('%s is refused', async (_, file, loc, error) => {
  const bytes = Buffer.from(file, 'latin1');
  const issues = [expect.objectContaining({ loc, type: 'value_error', msg: `Value error, ${error}` })];
  await expect(importing.validate(importing.parse(bytes, 'text/csv'))).rejects.toMatchObject({ issues });
});

describe('a file as spreadsheets and banks write it', () => {
  const MARK = '\ufeff';
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const table = (delimiter: string, value: string, end = '\r\n') =>
    [['name', 'country', 'currency', 'maxAccountValue'], ['Café', 'España', 'EUR', value], []]
      .map((cells) => cells.join(delimiter))
      .join(end);

  test.each<[string, string | Buffer, number]>([
    ['semicolons, a decimal comma and CR LF', table(';', '1000,50'), 1000.5],
    ['semicolons and a mark', MARK + table(';', '1000,50'), 1000.5],
    ['semicolons and CR alone', table(';', '1000,50', '\r'), 1000.5],
    ['tabs', table('\t', '1000,50'), 1000.5],
    ['points of thousands', table(';', '1.234,50'), 1234.5],
    ['spaces of thousands', table(';', '1 234,50'), 1234.5],
    ['narrow spaces of thousands', table('\t', '1\u202f234\u202f567,50'), 1234567.5],
    ['a decimal comma before three digits', table(';', '1,650'), 1.65],
    ['a decimal point beside semicolons', table(';', '1000.5'), 1000.5],
    ['commas of thousands', table(',', '"1,650.00"'), 1650],
    ['commas of thousands beside semicolons', table(';', '1,650.00'), 1650],
    ['commas of millions', table(',', '"1,650,000"'), 1_650_000],
    ['apostrophes of thousands', table(';', "1'650.25"), 1650.25],
    ['a decimal comma in quotes', table(',', '"1000,50"'), 1000.5],
    ['UTF-16, little end first', Buffer.from(MARK + table('\t', '1000,50'), 'utf16le'), 1000.5],
    ['UTF-16, big end first', utf16be(MARK + table('\t', '1000,50')), 1000.5],
    ['windows-1252', Buffer.from(table(';', '1000,50'), 'latin1'), 1000.5],
    ['names in quotes', table(';', '1000,50').replace('name', '"name"'), 1000.5],
    ['a line that names the delimiter', `sep=;\r\n${table(';', '1000,50')}`, 1000.5],
    ['account and period first', `"Konto";"DE02;1"\n\nPeriod, "all"\n${table(';', '1000,50')}`, 1000.5],
  ])('%s', async (_what, file, maxAccountValue) => {
    const country = 'España';
    expect(await clients(Buffer.from(file as string))).toMatchObject([{ name: 'Café', country, maxAccountValue }]);
  });

  test.each([
    [',', '"1,650"', '1,650 can be 1650 or 1.650 (the decimal mark of the file is ".")'],
    [';', '1.650', '1.650 can be 1650 or 1,650 (the decimal mark of the file is ",")'],
    ['\t', '-1.650', '-1.650 can be -1650 or -1,650 (the decimal mark of the file is ",")'],
  ])('with cells between %j, %s has two readings', async (delimiter, value, error) => {
    const refused = clients(Buffer.from(`Konto 7\n${table(delimiter, value, '\n')}`));
    await expect(refused).rejects.toMatchObject({
      issues: [{ loc: ['body', '3', 'maxAccountValue'], type: 'value_error', ctx: { error } }],
    });
  });

  test.each(['1.2.3', '12,34,56', '1,650.000,5', '1 23', '01,650,000', '1,6 50', '1.650 EUR'])(
    '%s is no number',
    async (value) => {
      const issues = [{ loc: ['body', '2', 'maxAccountValue'], type: 'float_parsing', input: value }];
      await expect(clients(Buffer.from(table(';', value)))).rejects.toMatchObject({ issues });
    },
  );

  test('a line far below is no line of names', async () => {
    const refused = clients(Buffer.from(`${'x\n'.repeat(50)}${table(';', '1')}`));
    await expect(refused).rejects.toMatchObject({ issues: [{ loc: ['body', '1', 'x'], type: 'extra_forbidden' }] });
  });

  test('a line within a quoted cell is no line of names', async () => {
    const refused = clients(Buffer.from('"a\nname,b",name\nx,y\n'));
    await expect(refused).rejects.toMatchObject({ issues: [{ loc: ['body', '2', 'a\nname,b'] }] });
  });
});

test('100 faults are enough', async () => {
  const file = `name,currency\n${'x,nonsense\n'.repeat(250)}`;
  await expect(imported(file)).rejects.toMatchObject({ issues: { length: 100 } });
});

test('free fields that are no JSON are not repeated: what of them is secret cannot be told', async () => {
  const materials = csv(MaterialInput, Material, {
    max: 250,
    encoder: () => requestEncoder('product', 'MaterialService', 'ImportMaterials'),
    part: (materials) => ({ materials }),
  });
  const file = Buffer.from('name,freeFields\nCloth,"{""portal_password"": ""hunter2"""\n');
  const refusing = Promise.resolve(materials.validate(materials.parse(file, 'text/csv')));
  const refused = await refusing.catch((error) => JSON.stringify(error.issues));
  expect(refused).toContain('the cell is not JSON');
  expect(refused).not.toContain('hunter2');
});
