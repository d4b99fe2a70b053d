import { Schema } from 'mongoose';
import { LOOKED_UP } from '#chassis/records/record-model.ts';
import { type ClientSession, openRecords, type RecordStore, type Records } from '#chassis/records/records.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import { material } from '#proto/product/v1/material.contract.ts';
import type { Material } from './domain/material.ts';

export type MaterialRepository = Records<Material>;

interface MaterialStore extends RecordStore {
  /** Names of the suppliers that exist, by id. */
  supplierNames(scope: ReadScope, ids: string[]): Promise<Map<string, string>>;
}

export function materialRepository({ store, supplierNames, ...others }: MaterialStore): MaterialRepository {
  async function complete(materials: Material[], session?: ClientSession): Promise<Material[]> {
    const ids = new Set(materials.flatMap(({ supplierId }) => supplierId ?? []));
    const orgId = materials[0]?.orgId;
    if (orgId === undefined || ids.size === 0) return materials.map((one) => ({ ...one, supplierName: null }));
    const names = await supplierNames({ orgId, ...(session && { session }) }, [...ids]);
    return materials.map((one) => ({ ...one, supplierName: names.get(one.supplierId ?? '') ?? null }));
  }

  return openRecords<Material>({
    store,
    resource: material.title,
    collection: 'materials',
    complete,
    madeOf: { supplierName: ['supplierId'] },
    references: {
      ...others,
      kind: material.name,
      nameOf: ({ name, status }) => ({ name, status }),
      targetsOf: ({ supplierId }) => (supplierId === null ? [] : [`supplier:${supplierId}`]),
    },
    fields: { ...material.stored, supplierName: LOOKED_UP, skus: [Schema.Types.Mixed], freeFields: String },
    list: {
      sorts: material.sorts,
      otherSorts: material.otherSorts,
      filters: ['type', 'supplierId', 'status'],
      searches: material.searches,
    },
    unique: ['documentId', 'refId'],
  });
}
