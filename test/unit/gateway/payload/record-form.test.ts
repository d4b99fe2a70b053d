import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadService } from '#chassis/rpc/proto.ts';
import { CreateInvoiceRequest, Invoice, InvoiceInput } from '#proto/finance/v1/contract.ts';
import type { MaterialInput as MaterialInputMessage } from '#proto/gen/product/v1/MaterialInput.ts';
import { CreateMaterialRequest, Material, MaterialInput, MaterialPatch } from '#proto/product/v1/material.contract.ts';
import { json, patch } from '../../../../gateway/payload/bodies.ts';
import { csv } from '../../../../gateway/payload/csv/csv-body.ts';
import { csvRows } from '../../../../gateway/payload/csv/csv-rows.ts';
import { publicFormOf } from '../../../../gateway/payload/record-form.ts';
import { requestEncoder } from '../../../../gateway/payload/request-encoder.ts';

const creating = json(MaterialInput, Material);
const changing = patch(MaterialPatch, Material);
const importing = csv(MaterialInput, Material, {
  max: 10,
  encoder: () => requestEncoder('product', 'MaterialService', 'ImportMaterials'),
  part: (materials) => ({ materials }),
});
const publicForm = publicFormOf(Material);
const rows = csvRows(Material);

/** The service's messages of a file. */
async function imported(file: string): Promise<MaterialInputMessage[]> {
  const { request } = await importing.validate(importing.parse(Buffer.from(file), 'text/csv'));
  const read = loadService('product', 'MaterialService').ImportMaterials?.requestDeserialize(request.bytes);
  return (read as { materials: MaterialInputMessage[] }).materials;
}

const send = (body: object) => creating.validate(creating.parse(Buffer.from(JSON.stringify(body)), undefined));
const TYPED = new Set(Object.keys(Material.shape));

/** Names that a caller may give a field of its own. */
const name = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('constructor', 'prototype', 'toString', '_bsontype', 'freeFields'),
  )
  .filter((text) => !/^\$|[.\0]|^__proto__$/.test(text) && !TYPED.has(text));
const scalar = fc.oneof(
  fc.string().filter((text) => !text.includes('\0')),
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }).filter((number) => !Object.is(number, -0)),
  fc.boolean(),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'value' },
    scalar,
    fc.array(fc.oneof(tie('value'), fc.constant(null)), { maxLength: 4, depthIdentifier: 'value' }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, depthIdentifier: 'value', noNullPrototype: true }),
  ),
}));
const freeFields = fc.dictionary(name, value, { maxKeys: 6, noNullPrototype: true });

describe('fields of the caller', () => {
  test('come back as they were sent, and no field of ours changes its meaning', () => {
    fc.assert(
      fc.property(freeFields, (free) => {
        const message = send({ ...free, name: 'Twill', skus: null, supplierName: 'ignored' });
        const { material } = CreateMaterialRequest.parse({ material: message });
        const stored = { ...material, id: 'm1', skus: [] };
        const shown = publicForm(stored) as Record<string, unknown>;
        const own = Object.entries(shown).filter(([field]) => !TYPED.has(field));
        expect(Object.fromEntries(own)).toEqual(free);
        expect(shown).toMatchObject({ id: 'm1', name: 'Twill', supplierName: null });
      }),
    );
  });

  test('come back through a CSV file, too', async () => {
    await fc.assert(
      fc.asyncProperty(freeFields, async (free) => {
        const message = { ...send({ ...free, name: 'Twill' }), id: 'm1', skus: [] };
        const [again] = await imported(rows.begin + rows.text(message));
        expect(JSON.parse(again?.freeFields ?? '{}')).toEqual(free);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    [{ $where: 1 }, ['body', '$where']],
    [{ 'a.b': 1 }, ['body', 'a.b']],
    [{ a: { $gt: '' } }, ['body', 'a', '$gt']],
    [{ a: [{ 'b.c': 1 }] }, ['body', 'a', '0', 'b.c']],
    [{ 'a\0': 1 }, ['body', 'a\0']],
    [{ a: 'x\0' }, ['body', 'a']],
    [JSON.parse('{"a":1e999}'), ['body', 'a']],
    [{ a: { b: { c: { d: { e: { f: {} } } } } } }, ['body', 'a', 'b', 'c', 'd', 'e', 'f']],
    [{ a: [[[[[[]]]]]] }, ['body', 'a', '0', '0', '0', '0', '0']],
    [{ a: 'x'.repeat(65_536) }, ['body']],
  ])('are refused (%#), each at its place', (body, loc) => {
    const refused = expect.objectContaining({
      code: 'validation_failed',
      issues: expect.arrayContaining([expect.objectContaining({ type: 'value_error', loc })]),
    });
    expect(() => creating.validate({ name: 'x', ...body })).toThrow(refused);
    expect(() => changing.validate(body)).toThrow(refused);
  });

  test('may be nested 6 levels deep, the record being the first', () => {
    expect(() => send({ name: 'x', a: { b: { c: { d: { e: { f: 1 } } } } } })).not.toThrow();
  });

  test('change by their names; null takes one away; what only answers have is ignored', () => {
    const body = {
      finish: 'matt',
      grade: null,
      name: null,
      constructor: 2,
      supplierName: 'x',
      createdAt: null,
      unit: null,
    };
    expect(changing.validate(body)).toEqual({
      patch: { freeFields: '{"finish":"matt","constructor":2}' },
      fields: ['finish', 'grade', 'constructor', 'unit'],
    });
  });

  test('are columns of any name in a file, as text', async () => {
    const file = 'name,finish,documentId,freeFields\nTwill,matt,MAT-1,"{""grade"":2}"\nDenim,,,\n';
    expect(await imported(file)).toEqual([
      { name: 'Twill', skus: [], freeFields: '{"finish":"matt","grade":2}' },
      { name: 'Denim', skus: [] },
    ]);
  });

  test.each([
    'name,$where\nTwill,1\n',
    'name,a.b\nTwill,1\n',
    'name,freeFields\nTwill,[1]\n',
    'name,freeFields\nTwill,{\n',
  ])('are refused in the file %j', async (file) => {
    await expect(imported(file)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('lines that have attributes', () => {
  const invoicing = json(InvoiceInput, Invoice);
  const shown = publicFormOf(Invoice.shape.lineItems);
  const sendLine = async (line: object) => {
    const body = { invoiceNumber: 'I-1', lineItems: [line] };
    return invoicing.validate(await invoicing.parse(Buffer.from(JSON.stringify(body)), undefined));
  };

  test('send fields of the caller’s own as text, whatever they are called', async () => {
    const own = { constructor: 1, toString: [null], deep: { a: { b: 'c' } } };
    const invoice = await sendLine({ description: 'x', invoiceId: 'ignored', attributes: { kept: true }, ...own });
    expect(CreateInvoiceRequest.parse({ invoice })).toEqual({ invoice });
    const [line] = invoice.lineItems ?? [];
    expect(line).toEqual({
      description: 'x',
      attributes: JSON.stringify({ kept: true }),
      freeFields: JSON.stringify(own),
    });
    const stored = { id: 'l1', invoiceId: 'i1', ...line, attributes: JSON.stringify(own) };
    expect(shown([stored])).toMatchObject([{ id: 'l1', qty: null, attributes: own }]);
  });

  test.each([
    ['beside the named', { $where: 1 }, '$where'],
    ['among the attributes', { attributes: { 'a.b': 1 } }, 'attributes'],
    ['too deep', { attributes: { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } } }, 'attributes'],
    ['too large', { attributes: { a: 'x'.repeat(70_000) } }, undefined],
    ['no object', { attributes: 'text' }, 'attributes'],
  ])('and are refused %s where they could do harm', async (_where, line, field) => {
    const loc = ['body', 'lineItems', '0', ...(field === undefined ? [] : [field])];
    await expect(sendLine(line)).rejects.toMatchObject({
      code: 'validation_failed',
      issues: expect.arrayContaining([expect.objectContaining({ loc: expect.arrayContaining(loc) })]),
    });
  });

  test('and are refused at the same place each time they are too large', async () => {
    const refused = { issues: [{ loc: ['body', 'lineItems', '0'] }] };
    await expect(sendLine({ a: 'x'.repeat(70_000) })).rejects.toMatchObject(refused);
    await expect(sendLine({ a: 'x'.repeat(70_000) })).rejects.toMatchObject(refused);
  });
});
