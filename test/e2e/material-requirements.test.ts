import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { ownOrg } from '../support/system/tenant.ts';

/** The purchase of the materials of a season: two suppliers, minimum quantities, and a kit of two styles. */

const own = ownOrg();

interface Made {
  id: string;
  skus: { id: string }[];
}

const call = <Answer>(method: string, path: string, body?: object) =>
  own.system.json<Answer>(own.token, method, `/api/v1/${path}`, body);
const make = (path: string, body?: object) => call<Made>('POST', path, body);

interface Row {
  materialName: string;
  supplierName: string;
  neededQty: number;
  onOrderQty: number;
  orderQty: number;
  orderBy: string | null;
}
interface Purchase {
  supplierName: string;
  status: string;
  currency: string;
  total: string;
  expectedDeliveryDate: string;
  items: { description: string; qty: string; unitPrice: string; forOrders: { qty: string }[] }[];
}

/** A style with one SKU, whose approved BOM has these lines. */
async function styleOf(name: string, lines: object[]): Promise<Made> {
  const style = await make('styles', { name, colors: ['Navy'], sizes: ['M'] });
  const bom = await make('bom', { styleId: style.id });
  for (const line of lines) await make(`bom/${bom.id}/versions/1/line-items`, line);
  for (const move of ['submit', 'approve']) await make(`bom/${bom.id}/${move}`);
  return style;
}

test('the materials of two orders are bought once, of each supplier its minimum', async () => {
  const mill = await make('suppliers', { name: 'Mill', leadTimeDays: 30 });
  const zipper = await make('suppliers', { name: 'Zips', leadTimeDays: 10 });
  const [twill, zip] = [await make('materials', { name: 'Twill' }), await make('materials', { name: 'Zip' })];
  const line = (materialId: string, grossConsumption: number, option: object) => ({
    ...{ grossConsumption, chosenAssignedMaterialId: materialId },
    assignedMaterialOptions: [{ materialId, ...option }],
  });
  const ofMill = { supplierId: mill.id, cost: 2, currency: 'EUR', moq: 300 };
  const ofZips = { supplierId: zipper.id, cost: 0.4, currency: 'USD', moq: 250 };
  const jacket = await styleOf('Jacket', [line(twill.id, 1.5, ofMill), line(zip.id, 1, ofZips)]);
  const shirt = await styleOf('Shirt', [line(twill.id, 2, ofMill)]);
  const set = await make('styles', { name: 'Set', colors: ['Navy'], sizes: ['M'] });
  const skuOf = ({ skus }: Made) => skus[0]?.id as string;
  const kittedBundle = [
    { skuId: skuOf(jacket), quantity: 1 },
    { skuId: skuOf(shirt), quantity: 2 },
  ];
  await call('PUT', `styles/${set.id}/skus/${skuOf(set)}/kit`, { kittedBundle });
  const client = await make('clients', { name: 'Nordwind', country: 'DK', maxAccountValue: 9_999, currency: 'EUR' });
  const order = async (skuId: string, qty: number, requestedDeliveryDate: string) => {
    const lineItems = [{ skuId, qty, unitPrice: 1 }];
    return make('orders', { clientId: client.id, status: 'confirmed', requestedDeliveryDate, lineItems });
  };
  await order(skuOf(jacket), 100, '2099-06-30');
  await order(skuOf(set), 20, '2099-05-31');
  const rows = async () => {
    const { data } = await call<{ data: Row[] }>('GET', 'material-requirements');
    return data
      .map(({ materialName, supplierName, neededQty, onOrderQty, orderQty, orderBy }) =>
        [materialName, supplierName, neededQty, onOrderQty, orderQty, orderBy].join(' '),
      )
      .sort();
  };
  // 100 jackets and 20 sets, each of a jacket and two shirts: 150 + 30 + 80 m of twill, and 120 zips.
  await eventually(async () =>
    expect(await rows()).toEqual(['Twill Mill 260 0 300 2099-05-01', 'Zip Zips 120 0 250 2099-05-21']),
  );
  const buy = () => call<{ purchaseOrders: Made[] }>('POST', 'material-requirements/purchase-orders', {});
  const { purchaseOrders } = await buy();
  const drafts = await Promise.all(
    purchaseOrders.map(({ id }) => call<Purchase>('GET', `purchase-orders/direct-cost/${id}`)),
  );
  expect(drafts.sort((one, other) => (one.supplierName < other.supplierName ? -1 : 1))).toMatchObject([
    {
      ...{
        supplierName: 'Mill',
        status: 'draft',
        currency: 'EUR',
        expectedDeliveryDate: '2099-05-31',
        total: '600.00',
      },
      items: [{ description: 'Twill', qty: '300', unitPrice: '2', forOrders: [{ qty: '150' }, { qty: '110' }] }],
    },
    {
      ...{
        supplierName: 'Zips',
        status: 'draft',
        currency: 'USD',
        expectedDeliveryDate: '2099-05-31',
        total: '100.00',
      },
      items: [{ description: 'Zip', qty: '250', unitPrice: '0.4', forOrders: [{ qty: '100' }, { qty: '20' }] }],
    },
  ]);
  expect((await buy()).purchaseOrders).toEqual([]);
  expect(await rows()).toEqual(['Twill Mill 260 260 0 2099-05-01', 'Zip Zips 120 120 0 2099-05-21']);
}, 60_000);
