import { material } from '#proto/product/v1/material.contract.ts';
import { resourceRoutes } from '../routing/resource-routes.ts';

export const materialRoutes = resourceRoutes(material, {
  dropsReferences: true,
  about:
    'Fields of any other name are kept and echoed. Their names do not begin with `$` and hold no dot; the record is nested at most 6 levels deep, and no larger than 64 KiB. A SKU that a line of a BOM has chosen is not dropped (409 `in_use`).',
});
