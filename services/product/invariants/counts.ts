import { byOrg, type Fault, type Invariant, invariantOf } from '#chassis/invariants/invariant.ts';
import type { Bom } from '../boms/domain/bom.ts';
import type { Client } from '../clients/domain/client.ts';
import type { Style } from '../styles/domain/style.ts';

type Stored<Record, Fields extends keyof Record> = Pick<Record, Fields> & { _id: string; orgId: string };

/** A stored number equals the counted number. */
export const counts: readonly Invariant[] = [
  invariantOf<Stored<Client, 'ordersCount'>>(
    { name: 'counts', collection: 'clients', fields: ['orgId', 'ordersCount'] },
    (rows, reader) =>
      byOrg(rows, async (orgId, own) => {
        const faults: Fault[] = [];
        for (const { _id, ordersCount } of own) {
          const orders = { orgId, target: `client:${_id}`, kind: 'sales_order', status: { $ne: 'cancelled' } };
          const counted = await reader.count('references', orders);
          faults.push(...unequal(orgId, `client ${_id}`, 'ordersCount', ordersCount, counted));
        }
        return faults;
      }),
  ),
  invariantOf<Stored<Style, 'skuCount' | 'skus'>>(
    { name: 'counts', collection: 'styles', fields: ['orgId', 'skuCount', 'skus.documentId'], page: 20 },
    (rows) =>
      rows.flatMap(({ _id, orgId, skuCount, skus }) => [
        ...unequal(orgId, `style ${_id}`, 'skuCount', skuCount, skus.length),
        ...unequal(orgId, `style ${_id}`, 'skuCount', skuCount, new Set(skus.map((sku) => sku.documentId)).size),
      ]),
  ),
  invariantOf<Stored<Bom, 'versions'>>(
    { name: 'counts', collection: 'boms', fields: ['orgId', 'versions.id', 'versions.lineItemCount'], page: 20 },
    (rows, reader) =>
      byOrg(rows, async (orgId, own) => {
        const filter = { orgId, bomId: { $in: own.map(({ _id }) => _id) } };
        const found = await reader.find<Content>('bom_versions', filter, ['lineItems.id']);
        const lines = new Map(found.map(({ _id, lineItems }) => [_id, lineItems.length]));
        return own.flatMap(({ _id, versions }) =>
          versions.flatMap(({ id, lineItemCount }) =>
            unequal(orgId, `bom ${_id}`, `lineItemCount of version ${id}`, lineItemCount, lines.get(id) ?? 0),
          ),
        );
      }),
  ),
];

interface Content {
  _id: string;
  lineItems: unknown[];
}

const unequal = (orgId: string, record: string, field: string, kept: number, counted: number): Fault[] =>
  kept === counted ? [] : [{ orgId, record, says: `${field} is ${kept}, and there are ${counted}` }];
