import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { readPdf } from '../support/pdf/read-pdf.ts';
import { ownOrg } from '../support/system/tenant.ts';

const own = ownOrg();
const send = (method: string, path: string, body?: unknown) =>
  own.system.json<Record<string, string>>(own.token, method, `/api/v1/${path}`, body);

async function drawn(path: string) {
  const response = await own.system.call(own.token, 'GET', `/api/v1/${path}.pdf`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const textOf = async (path: string) => (await readPdf((await drawn(path)).bytes)).texts.join(' ');

test('documents are drawn through all services, with legal data as it is now', async () => {
  const legal = { legal_name: 'Confecções Ação Lda', address: 'Rua do Ouro 12', tax_id: 'PT5' };
  await send('PATCH', `orgs/${own.system.orgId}`, legal);
  const client = await send('POST', 'clients', {
    ...{ name: 'Łódź Włókna', country: 'Poland', currency: 'PLN', maxAccountValue: 50_000 },
    ...{ billingAddress: 'Piotrkowska 1\n90-001 Łódź', taxId: 'PL725' },
  });
  const lineItems = [{ description: 'Płaszcz', qty: 2, unitPrice: 100 }];
  const order = await send('POST', 'orders', { clientId: client.id, lineItems });
  const note = await send('POST', 'delivery-notes', {
    salesOrderId: order.id,
    lineItems: [{ description: 'Płaszcz', qty: 2 }],
  });
  const invoice = await send('POST', 'invoices', { invoiceNumber: 'FV 1/2026 ł', salesOrderId: order.id, lineItems });
  const supplier = await send('POST', 'suppliers', { name: 'Ткацкая фабрика', currency: 'EUR' });
  await send('POST', 'bank-accounts', { name: 'Main', accountNumber: 'PT50000201231234567890154', bic: 'BPORPTPL' });
  await send('POST', 'bank-accounts', { name: 'Pounds', accountNumber: 'GB29NWBK60161331926819', currency: 'GBP' });
  const items = [{ description: 'Twill', qty: '3', unitPrice: '7.000001' }];
  const purchase = await send('POST', 'purchase-orders/direct-cost', { supplierId: supplier.id, items });

  const paths = [`delivery-notes/${note.id}`, `invoices/${invoice.id}`, `purchase-orders/direct-cost/${purchase.id}`];
  const said = await eventually(async () => {
    const texts = await Promise.all(paths.map(textOf));
    for (const text of texts) expect(text).toContain('Confecções Ação Lda');
    return texts;
  });
  for (const text of said) expect(text).toMatch(/DRAFT.*Rua do Ouro 12|Rua do Ouro 12.*DRAFT/s);
  expect(said[0]).toMatch(/Packing list.*Piotrkowska 1.*90-001 Łódź.*PL725.*Płaszcz/s);
  expect(said[1]).toMatch(/FV 1\/2026 ł.*Łódź Włókna.*PL725.*Płaszcz.*200\.00/s);
  expect(said[1]).toMatch(/BANK ACCOUNT\s+IBAN PT50 0002 0123 1234 5678 9015 4 · BIC BPORPTPL/);
  for (const text of said) expect(text).not.toContain('GB29');
  expect(said[2]).toMatch(/Ткацкая фабрика.*7\.000001/s);

  const { headers } = await drawn(paths[1] as string);
  expect(headers.get('content-disposition')).toContain("filename*=UTF-8''Invoice%20FV%201-2026%20%C5%82.pdf");
  await send('PATCH', `clients/${client.id}`, { name: 'Nordwind A/S', billingAddress: 'Aarhus' });
  await eventually(async () => expect(await textOf(paths[1] as string)).toMatch(/Nordwind A\/S.*Aarhus/s));
  expect((await drawn(paths[1] as string)).headers.get('etag')).not.toBe(headers.get('etag'));
}, 60_000);
