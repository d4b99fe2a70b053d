import { Schema } from 'mongoose';
import { LOOKED_UP } from '#chassis/record-model.ts';
import { type ClientSession, openRecords, type RecordStore, type Records } from '#chassis/records.ts';
import type { Material, MaterialSku } from './material.ts';

export type MaterialRepository = Records<Material>;

interface MaterialStore extends RecordStore {
  /** How those suppliers that exist are called, by id; `session`: as a transaction sees them. */
  supplierNames(orgId: string, ids: string[], session?: ClientSession): Promise<Map<string, string>>;
}

const skuSchema = new Schema<MaterialSku>(
  {
    id: String,
    color: { type: String, default: null },
    size: { type: String, default: null },
    code: { type: String, default: null },
  },
  { _id: false, id: false },
);

export function materialRepository({ store, writer, supplierNames, ...others }: MaterialStore): MaterialRepository {
  async function complete(materials: Material[], session?: ClientSession): Promise<Material[]> {
    const ids = new Set(materials.flatMap(({ supplierId }) => supplierId ?? []));
    const orgId = materials[0]?.orgId;
    if (orgId === undefined || ids.size === 0)
      return materials.map((material) => ({ ...material, supplierName: null }));
    const names = await supplierNames(orgId, [...ids], session);
    return materials.map((material) => ({ ...material, supplierName: names.get(material.supplierId ?? '') ?? null }));
  }

  return openRecords<Material>({
    store,
    writer,
    resource: 'Material',
    collection: 'materials',
    complete,
    references: {
      ...others,
      kind: 'material',
      nameOf: ({ name, status }) => ({ name, status }),
      targetsOf: ({ supplierId }) => (supplierId === null ? [] : [`supplier:${supplierId}`]),
    },
    fields: {
      documentId: String,
      name: String,
      type: { type: String, default: null },
      unit: { type: String, default: null },
      refId: { type: String, default: null },
      description: { type: String, default: null },
      composition: { type: String, default: null },
      color: { type: String, default: null },
      widthCm: { type: Number, default: null },
      weightGsm: { type: Number, default: null },
      supplierId: { type: String, default: null },
      supplierName: LOOKED_UP,
      costInNativeCurrency: { type: Number, default: null },
      nativeCurrency: { type: String, default: null },
      leadTimeDays: { type: Number, default: null },
      moq: { type: Number, default: null },
      skus: [skuSchema],
      status: String,
      freeFields: String,
    },
    list: {
      sorts: ['createdAt', 'name'],
      filters: ['type', 'supplierId', 'status'],
      searches: ['name', 'refId'],
    },
    unique: ['documentId', 'refId'],
  });
}
