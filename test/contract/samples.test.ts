import { afterAll, expect, test } from '@jest/globals';
import type { OpenApi } from '../../gateway/openapi/openapi.ts';
import { readSamples } from '../../gateway/openapi/samples.ts';
import { startGateway } from '../integration/gateway/harness.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());
const document = (await gateway.send('/openapi.json')).json as unknown as OpenApi;
const samples = readSamples();

type Json = Record<string, unknown>;
const requestOf = (operationId: string) => samples[operationId]?.body as Json;
const answerOf = (operationId: string) => samples[operationId]?.answer as Json;

test('samples tell one story: its ids, money and states agree', () => {
  const order = answerOf('createSalesOrder');
  const invoice = answerOf('createInvoice');
  const paid = answerOf('payInvoice');
  const { amount } = requestOf('payInvoice') as { amount: number };
  expect([invoice.salesOrderId, invoice.clientId, invoice.status]).toEqual([order.id, order.clientId, 'draft']);
  expect(paid).toMatchObject({
    id: invoice.id,
    status: 'partially_paid',
    totalAmount: invoice.totalAmount,
    paidAmount: amount,
    remainingBalance: Number(invoice.totalAmount) - amount,
  });
  const [line] = (answerOf('createBankStatement') as { lines: Json[] }).lines;
  expect(line).toMatchObject({ credit: paid.remainingBalance, suggestions: [{ id: invoice.id }] });
  expect(answerOf('getStyle')).toMatchObject({ id: answerOf('createBom').styleId });
});

test('every operation has a sample, except those that answer no JSON and no CSV', () => {
  const operations = Object.values(document.paths).flatMap((one) => Object.values(one));
  const without = operations.filter(({ operationId }) => !samples[operationId]);
  const types = without.flatMap(({ responses }) => Object.keys(responses[200]?.content ?? {}));
  expect([...new Set(types)].sort()).toEqual(['application/pdf', 'image/png', 'image/svg+xml', 'text/html']);
  const known = new Set(operations.map(({ operationId }) => operationId));
  expect(Object.keys(samples).filter((operationId) => !known.has(operationId))).toEqual([]);
});

test('the document shows the samples as examples', () => {
  const { post } = document.paths['/api/v1/clients'] ?? {};
  const { get } = document.paths['/api/v1/clients/{id}'] ?? {};
  expect(post?.requestBody?.content['application/json']?.example).toEqual(samples.createClient?.body);
  expect(post?.responses[200]?.content?.['application/json']?.example).toEqual(samples.createClient?.answer);
  expect(get?.parameters.find(({ name }) => name === 'id')?.example).toBe(answerOf('createClient').id);
});

test('no sample has a secret or a value of the machine that recorded it', () => {
  const text = JSON.stringify(samples);
  const secret = /eyJhbGciOi\w+\.|127\.0\.0\.1|localhost:(?!8443)|slv_\w|whsec_\w|v1a?,[\w+/]{40,}=/g;
  expect(text.match(secret) ?? []).toEqual([]);
});
