import { material } from '#proto/product/v1/material.contract.ts';
import { resourceRoutes } from '../routing/resource-routes.ts';

export const materialRoutes = resourceRoutes(material, {
  dropsReferences: true,
  about:
    'Fields with any other name are stored and returned as sent. Such a name must not begin with `$` or contain a dot. The record can be nested at most 6 levels deep, and has at most 64 KiB. A SKU that a line of a BOM has chosen cannot be removed (409 `in_use`).',
});
