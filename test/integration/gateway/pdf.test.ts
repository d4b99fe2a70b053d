import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'content-disposition';
import { startGateway } from './harness.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

const content = Buffer.from('%PDF-1.7 \u00e9\n', 'latin1');
const answer = (fields: object = {}) =>
  gateway.services.answers.set('drawDeliveryNote', async () => ({ content, fileName: 'DN-1', revision: 3, ...fields }));
beforeEach(() => {
  gateway.services.calls.length = 0;
  answer();
});

const PATH = '/api/v1/delivery-notes';
const get = (id: string, headers: Record<string, string> = {}) =>
  gateway.send(`${PATH}/${id}`, { as: 'client', headers });
const called = () => gateway.services.calls.map(({ name, request }) => [name, request.id]);

describe('a PDF', () => {
  test('is answered as such, with its name', async () => {
    const { status, headers } = await get('dn-1.pdf');
    expect([status, headers['content-type'], headers['content-length']]).toEqual([200, 'application/pdf', '11']);
    expect(headers['content-disposition']).toBe('attachment; filename=DN-1.pdf');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(called()).toEqual([['drawDeliveryNote', 'dn-1']]);
  });

  test('is not sent again to who has it', async () => {
    const { headers } = await get('dn-1.pdf');
    expect(headers.etag).toMatch(/^"3-[\w-]{16}"$/);
    const again = await get('dn-1.pdf', { 'if-none-match': headers.etag as string });
    expect([again.status, again.text]).toEqual([304, '']);
    answer({ content: Buffer.from('%PDF-other') });
    expect((await get('dn-1.pdf', { 'if-none-match': headers.etag as string })).status).toBe(200);
  });

  test.each(['INV "7"; filename=evil.exe', 'Größe – Женская 中文', '%41 percent', "it's", '\u00e9'])(
    'is called %j, whatever that is',
    async (fileName) => {
      answer({ fileName });
      const { status, headers } = await get('dn-1.pdf');
      expect(status).toBe(200);
      const { type, parameters } = parse(headers['content-disposition'] as string);
      expect([type, parameters.filename]).toEqual(['attachment', `${fileName}.pdf`]);
    },
  );
});

describe('an id', () => {
  test.each([
    ['a.b', 'getDeliveryNote', 'a.b'],
    ['a.b.pdf', 'drawDeliveryNote', 'a.b'],
    ['a.pdf.pdf', 'drawDeliveryNote', 'a.pdf'],
    ['a.PDF', 'getDeliveryNote', 'a.PDF'],
    ['.pdf', 'getDeliveryNote', '.pdf'],
    ['pdf', 'getDeliveryNote', 'pdf'],
  ])('in %s is asked for by %s as %s', async (path, name, id) => {
    await get(path);
    expect(called()).toEqual([[name, id]]);
  });

  test('that ends so has no other method', async () => {
    const { status, headers } = await gateway.send(`${PATH}/a.pdf`, { method: 'DELETE', as: 'admin' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('that is not there is a 404 in JSON', async () => {
    gateway.services.answers.delete('drawDeliveryNote');
    const { status, headers, json } = await get('none.pdf');
    expect([status, headers['content-type'], json.code]).toEqual([404, 'application/json', 'not_found']);
  });
});
