import { newId } from '#chassis/mongo/mongo.ts';
import type { RemoteReferences } from '#chassis/reference-integrity/references.ts';
import { bomOtherSorts, bomRanges, bomSorts, client, material, style, supplier } from '#proto/product/v1/contract.ts';
import { createBom } from '../../../services/product/boms/domain/bom.ts';
import { bomRepository } from '../../../services/product/boms/repository.ts';
import { createClient } from '../../../services/product/clients/domain/client.ts';
import { clientRepository } from '../../../services/product/clients/repository.ts';
import { createMaterial } from '../../../services/product/materials/domain/material.ts';
import { materialRepository } from '../../../services/product/materials/repository.ts';
import { createStyle } from '../../../services/product/styles/domain/style.ts';
import { styleRepository } from '../../../services/product/styles/repository.ts';
import { createSupplier } from '../../../services/product/suppliers/domain/supplier.ts';
import { supplierRepository } from '../../../services/product/suppliers/repository.ts';
import type { Listed } from './listed.ts';

/** Lists ask no other service. */
const neverAsked = {} as RemoteReferences;

export const productLists: Record<string, Listed> = {
  clients: {
    open: (records) => clientRepository(records) as never,
    of: client,
    rare: { priceCategory: 'high', status: 'archived' },
    make: ({ id, orgId, now }, name, fields) =>
      createClient({ name, country: 'Portugal', maxAccountValue: 1, currency: 'EUR', ...fields }, orgId, now, () => id)
        .state,
  },
  suppliers: {
    open: (records) => supplierRepository(records) as never,
    of: supplier,
    rare: { status: 'archived' },
    make: ({ id, orgId, now }, name, fields) => createSupplier({ name, ...fields }, orgId, now, () => id).state,
  },
  boms: {
    open: (records) => bomRepository({ ...records, dependencies: {} as never, stylesNamed: async () => [] }) as never,
    // materialId is looked up before the list is read.
    of: { filters: { styleId: '', status: '' }, sorts: bomSorts, otherSorts: bomOtherSorts, ranges: bomRanges },
    rare: { styleId: 'rare', status: 'approved' },
    isWeighed: true,
    make: ({ now, ...origin }, _name, { styleId = 'usual', ...fields }: { styleId?: string }) => ({
      ...createBom({ styleId, createdById: null }, { ...origin, versionId: origin.id }, now),
      ...fields,
    }),
  },
  materials: {
    open: (records) => materialRepository({ ...records, supplierNames: async () => new Map() }) as never,
    of: material,
    rare: { type: 'trim', supplierId: 'rare', status: 'archived' },
    make: (origin, name, fields: { supplierId?: string }) => {
      const named = { supplierId: fields.supplierId ?? null, supplierName: null };
      return createMaterial({ name, refId: origin.documentId, ...fields }, named, origin, newId).state;
    },
  },
  styles: {
    open: (records) => styleRepository({ ...records, remote: neverAsked, clientNames: async () => new Map() }) as never,
    // materialId is looked up before the list is read.
    of: { ...style, filters: { clientId: '', status: '' } },
    rare: { clientId: 'rare', status: 'archived' },
    make: (origin, name, fields) =>
      createStyle({ name, colors: ['Navy', 'Ecru'], sizes: ['M', 'L'], ...fields }, { ...origin, newId }).state,
  },
};
