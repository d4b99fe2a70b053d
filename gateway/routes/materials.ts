import { requestEncoder } from '#chassis/rpc/encoded-request.ts';
import {
  Material,
  MaterialInput,
  MaterialPatch,
  materialFilters,
  materialSorts,
} from '#proto/product/v1/material.contract.ts';
import { archiveMoves, resourceRoutes } from '../routing/resource-routes.ts';

export const materialRoutes = resourceRoutes({
  path: '/api/v1/materials',
  resource: 'Material',
  plural: 'Materials',
  tag: 'Materials',
  scope: 'materials',
  item: Material,
  input: MaterialInput,
  patch: MaterialPatch,
  filters: materialFilters,
  sorts: materialSorts,
  searches: 'name or refId',
  dropsReferences: true,
  about:
    'Fields of any other name are kept and echoed. Their names do not begin with `$` and hold no dot; the record is nested at most 6 levels deep, and no larger than 64 KiB. A SKU that a line of a BOM has chosen is not dropped (409 `in_use`).',
  calls: {
    list: ({ materials }, request, call) => materials.listMaterials(request, call),
    create: ({ materials }, material, call) => materials.createMaterial({ material }, call),
    import: {
      encoder: () => requestEncoder('product', 'MaterialService', 'ImportMaterials'),
      request: (materials) => ({ materials }),
      send: (services, request, call) => services.materials.importMaterials(request, call),
    },
    get: ({ materials }, target, call) => materials.getMaterial(target, call),
    update: ({ materials }, change, call) => materials.updateMaterial(change, call),
    delete: ({ materials }, target, call) => materials.deleteMaterial(target, call),
  },
  moves: archiveMoves('Material', {
    archive: ({ materials }, target, call) => materials.archiveMaterial(target, call),
    restore: ({ materials }, target, call) => materials.restoreMaterial(target, call),
  }),
});
