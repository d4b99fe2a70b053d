import { requestEncoder } from '#chassis/rpc/encoded-request.ts';
import {
  Supplier,
  SupplierInput,
  SupplierPatch,
  supplierFilters,
  supplierSorts,
} from '#proto/product/v1/supplier.contract.ts';
import { archiveMoves, resourceRoutes } from '../routing/resource-routes.ts';

export const supplierRoutes = resourceRoutes({
  path: '/api/v1/suppliers',
  resource: 'Supplier',
  plural: 'Suppliers',
  tag: 'Suppliers',
  scope: 'suppliers',
  item: Supplier,
  input: SupplierInput,
  patch: SupplierPatch,
  filters: supplierFilters,
  sorts: supplierSorts,
  searches: 'name or country',
  calls: {
    list: ({ suppliers }, request, call) => suppliers.listSuppliers(request, call),
    create: ({ suppliers }, supplier, call) => suppliers.createSupplier({ supplier }, call),
    import: {
      encoder: () => requestEncoder('product', 'SupplierService', 'ImportSuppliers'),
      request: (suppliers) => ({ suppliers }),
      send: (services, request, call) => services.suppliers.importSuppliers(request, call),
    },
    get: ({ suppliers }, target, call) => suppliers.getSupplier(target, call),
    update: ({ suppliers }, change, call) => suppliers.updateSupplier(change, call),
    delete: ({ suppliers }, target, call) => suppliers.deleteSupplier(target, call),
  },
  moves: archiveMoves('Supplier', {
    archive: ({ suppliers }, target, call) => suppliers.archiveSupplier(target, call),
    restore: ({ suppliers }, target, call) => suppliers.restoreSupplier(target, call),
  }),
});
