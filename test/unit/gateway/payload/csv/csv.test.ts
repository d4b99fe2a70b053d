import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { loadService } from '#chassis/rpc/proto.ts';
import type { SupplierInput as Message } from '#proto/gen/product/v1/SupplierInput.ts';
import { Material, MaterialInput } from '#proto/product/v1/material.contract.ts';
import { Supplier, SupplierInput } from '#proto/product/v1/supplier.contract.ts';
import { csv } from '../../../../../gateway/payload/csv/csv-body.ts';
import { csvRows } from '../../../../../gateway/payload/csv/csv-rows.ts';
import { requestEncoder } from '../../../../../gateway/payload/request-encoder.ts';
import { anyCharacter } from '../../../../support/any-character.ts';

const importing = csv(SupplierInput, Supplier, {
  max: 250,
  encoder: () => requestEncoder('product', 'SupplierService', 'ImportSuppliers'),
  part: (suppliers) => ({ suppliers }),
});

function exported(data: object[]): string {
  const { begin, text } = csvRows(Supplier);
  return begin + data.map(text).join('');
}

async function imported(file: string): Promise<Message[]> {
  const { request } = await importing.validate(importing.parse(Buffer.from(file), 'text/csv'));
  const read = loadService('product', 'SupplierService').ImportSuppliers?.requestDeserialize(request.bytes);
  return (read as { suppliers: Message[] }).suppliers;
}

const awkward = fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'", '"', ',', '\n', '\ufeff', '1', ' ', 'é');
const unit = fc.oneof(awkward, anyCharacter);
/** Empty is absent. */
const text = fc.string({ unit, minLength: 1, maxLength: 40 }).filter((value) => !value.includes('\0'));

test('every text that is exported is imported unchanged, and none is one that a spreadsheet runs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ name: text, country: text }), { maxLength: 5 }), async (suppliers) => {
      const file = exported(suppliers);
      expect(await imported(file)).toMatchObject(suppliers);
      const [, ...rows]: string[][] = parse(file, { bom: true, record_delimiter: '\n' });
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
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
  ['bytes that are no text', '\xff', ['body', '1'], 'the file is not UTF-8'],
])('%s is refused', async (_, file, loc, error) => {
  const bytes = Buffer.from(file, 'latin1');
  const issues = [expect.objectContaining({ loc, type: 'value_error', msg: `Value error, ${error}` })];
  await expect(importing.validate(importing.parse(bytes, 'text/csv'))).rejects.toMatchObject({ issues });
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
