import { z } from 'zod';
import { Currency, described, list, recordId, text } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { CreateRequiredPurchaseOrdersRequest as CreateMessage } from '../../gen/finance/v1/CreateRequiredPurchaseOrdersRequest.ts';
import type { GetMaterialRequirementsRequest as GetMessage } from '../../gen/finance/v1/GetMaterialRequirementsRequest.ts';
import type { MaterialRequirementsRow as RowMessage } from '../../gen/finance/v1/MaterialRequirementsRow.ts';
import { PurchaseOrderOutline } from './purchase-order.contract.ts';

/** Maximum number of sales orders of a request (decisions 7: Material requirements). */
export const MAX_REQUIRED_ORDERS = 1_000;
/** Maximum number of characters of a list of orders in a query. A URL has at most 16 KiB. */
const MAX_LIST = 16_384;

/** decisions 7: Material requirements. */
export const MaterialRequirementsRow = z.strictObject(
  described(
    {
      problem: z
        .enum(['no_bom', 'no_material', 'no_consumption', 'no_supplier', 'no_currency', 'ended_currency'])
        .nullable(),
      materialId: z.string().nullable(),
      materialName: z.string().nullable(),
      materialSkuId: z.string().nullable(),
      supplierId: z.string().nullable(),
      supplierName: z.string().nullable(),
      styleId: z.string().nullable(),
      styleName: z.string().nullable(),
      refId: z.string().nullable(),
      skuId: z.string().nullable(),
      color: z.string().nullable(),
      size: z.string().nullable(),
      description: z.string().nullable(),
      unit: z.string().nullable(),
      orders: z.int(),
      neededQty: z.number(),
      onOrderQty: z.number(),
      toBuyQty: z.number(),
      minimumQty: z.number(),
      orderQty: z.number(),
      unitCost: z.number().nullable(),
      currency: Currency.nullable(),
      cost: z.number().nullable(),
      deliveryDate: z.string().nullable(),
      leadTimeDays: z.number().nullable(),
      orderBy: z.string().nullable(),
    },
    {
      problem:
        'Reason why the row cannot be bought: `no_bom` (the style has no approved BOM), `no_material` (no material is chosen), `no_consumption`, `no_supplier`, `no_currency` (the cost, the supplier and the org have none) or `ended_currency` (ISO 4217 has ended it). Null if it can.',
      materialId: 'Id of the chosen material of the BOM line.',
      materialName: 'Current name of the material.',
      materialSkuId: 'Id of the chosen SKU of the material.',
      supplierId: 'Id of the supplier: that of the BOM line, else that of the material.',
      supplierName: 'Current name of the supplier.',
      styleId: 'Id of the style without an approved BOM. Null in rows of materials.',
      styleName: 'Current name of that style.',
      refId: 'Current reference of that style.',
      skuId: 'Id of the ordered SKU of that style.',
      color: 'Color of the ordered SKU.',
      size: 'Size of the ordered SKU.',
      description: 'Description of a BOM line without a material, or of ordered goods without a style.',
      unit: 'Unit of measure of the quantities. Null for pieces of a style.',
      orders: 'Number of sales orders that need the material.',
      neededQty: 'Pieces that are not shipped yet × netBuyingConsumption of the approved BOM.',
      onOrderQty: 'Part of `neededQty` that purchase orders cover, drafts too.',
      toBuyQty: 'Quantity that is left to buy: neededQty - onOrderQty.',
      minimumQty: 'Minimum order quantity. 0 if there is none.',
      orderQty:
        'Quantity to order: `toBuyQty`, at least `minimumQty`, rounded up to 4 decimals. 0 if nothing is to buy.',
      unitCost: 'Cost of one unit, in `currency`: that of the BOM that was approved last, else that of the material.',
      currency: 'Currency of the cost.',
      cost: "Cost of `orderQty`: orderQty × unitCost, rounded half-up to the currency's minor unit.",
      deliveryDate: 'Earliest delivery date of the sales orders for which something is to buy.',
      leadTimeDays:
        'Days from an order to the delivery of the material: of the BOM line, the material or the supplier.',
      orderBy: 'Last day to order: deliveryDate - leadTimeDays. Null if no sales order has a date.',
    },
  ),
);
export type MaterialRequirementsRow = z.output<typeof MaterialRequirementsRow>;

export const materialRequirementFilters = {
  orders: text({ min: 1, max: MAX_LIST })
    .refine((list) => list.split(',').length <= MAX_REQUIRED_ORDERS, `at most ${MAX_REQUIRED_ORDERS} orders`)
    .exactOptional()
    .describe(
      'Ids or numbers of sales orders, separated by commas. They are confirmed, in_production or partially_shipped. Default: all confirmed orders.',
    ),
};

export const GetMaterialRequirementsRequest = z.strictObject(materialRequirementFilters);

/** The body of POST /api/v1/material-requirements/purchase-orders. */
export const RequirementsToBuy = z
  .strictObject({
    orders: list(recordId(), { min: 1, max: MAX_REQUIRED_ORDERS })
      .exactOptional()
      .describe('Ids or numbers of sales orders. Default: all confirmed orders.'),
  })
  .meta({ examples: [{ orders: ['{sales_order_id}'] }] });

export const CreateRequiredPurchaseOrdersRequest = z.strictObject({
  orders: list(recordId(), { max: MAX_REQUIRED_ORDERS }),
});

export const RequiredPurchaseOrders = z.strictObject({
  purchaseOrders: z.array(PurchaseOrderOutline).describe('The drafts. Empty if nothing was to buy.'),
});

export type RequirementPins = Agree<
  [
    Pinned<MaterialRequirementsRow, RowMessage>,
    Pinned<z.output<typeof GetMaterialRequirementsRequest>, GetMessage>,
    Pinned<z.output<typeof CreateRequiredPurchaseOrdersRequest>, CreateMessage>,
  ]
>;
