import type { Reader } from '#chassis/invariants/database.ts';
import { byOrg, type Fault, type Invariant, invariantOf } from '#chassis/invariants/invariant.ts';
import { inCollection, referencesAreKept, referencesLeadSomewhere } from '#chassis/invariants/references.ts';
import type { VersionContent } from '../boms/domain/bom-version.ts';
import { targetsOf } from '../boms/repository.ts';
import type { Material } from '../materials/domain/material.ts';
import type { Style } from '../styles/domain/style.ts';

type Stored<Record, Fields extends keyof Record> = Pick<Record, Fields> & { _id: string; orgId: string };
type StoredContent = Omit<VersionContent, 'id'> & { _id: string };

/** Records per batch. A version has up to 6 MiB, and a style up to 2,000 SKUs, so batches are small. */
const PAGE = 10;
const OPTIONS = ['materialId', 'supplierId'].map((field) => `lineItems.assignedMaterialOptions.${field}`);
const KITS = ['id', 'isKittedBundle', 'kittedBundle.skuId', 'kittedBundle.styleId'].map((field) => `skus.${field}`);
const CHOICES = ['chosenAssignedMaterialId', 'chosenAssignedSkuId'].map((field) => `lineItems.${field}`);

/** References between product's records. */
export const references: readonly Invariant[] = [
  referencesAreKept<Stored<Style, 'clientId' | 'skus'>>({
    collection: 'styles',
    fields: ['clientId', ...KITS],
    page: PAGE,
    referencesOf: ({ _id, clientId, skus }) => [
      { source: `style:${_id}`, targets: clientId === null ? [] : [`client:${clientId}`] },
      ...skus.map(({ id, isKittedBundle, kittedBundle }) => {
        const targets = kittedBundle?.flatMap(({ skuId, styleId }) => [`sku:${skuId}`, `style:${styleId}`]);
        return { source: `sku:${id}`, targets: isKittedBundle ? [...new Set(targets)] : [] };
      }),
    ],
  }),
  referencesAreKept<Stored<Material, 'supplierId'>>({
    collection: 'materials',
    fields: ['supplierId'],
    referencesOf: ({ _id, supplierId }) => [
      { source: `material:${_id}`, targets: supplierId === null ? [] : [`supplier:${supplierId}`] },
    ],
  }),
  referencesAreKept<{ _id: string; orgId: string; styleId: string }>({
    collection: 'boms',
    fields: ['styleId'],
    referencesOf: ({ _id, styleId }) => [{ source: `bom:${_id}`, targets: [`style:${styleId}`] }],
  }),
  referencesAreKept<StoredContent>({
    collection: 'bom_versions',
    fields: OPTIONS,
    page: PAGE,
    referencesOf: ({ _id, lineItems }) => [{ source: `bom_version:${_id}`, targets: targetsOf({ lineItems }) }],
  }),
  referencesLeadSomewhere({
    client: inCollection('clients'),
    supplier: inCollection('suppliers'),
    style: inCollection('styles'),
    material: inCollection('materials'),
    bom: inCollection('boms'),
    bom_version: inCollection('bom_versions'),
    sku: skusOfStyles,
  }),
  invariantOf<StoredContent>(
    { name: 'dangling references', collection: 'bom_versions', fields: ['orgId', 'bomId', ...CHOICES], page: PAGE },
    (rows, reader) => byOrg(rows, (orgId, own) => versionFaults(orgId, own, reader)),
  ),
];

async function skusOfStyles(reader: Reader, orgId: string, ids: readonly string[]): Promise<Set<string>> {
  const filter = { orgId, 'skus.id': { $in: [...ids] } };
  const styles = await reader.find<Pick<Style, 'skus'>>('styles', filter, ['skus.id']);
  return new Set(styles.flatMap(({ skus }) => skus.map(({ id }) => id)));
}

/** The BOM of each version exists, and the material SKUs that its lines have chosen. */
async function versionFaults(orgId: string, versions: StoredContent[], reader: Reader): Promise<Fault[]> {
  const bomIds = versions.map(({ bomId }) => bomId);
  const boms = await inCollection('boms')(reader, orgId, bomIds);
  const lines = versions.flatMap(({ lineItems }) => lineItems);
  const materialIds = [...new Set(lines.flatMap(({ chosenAssignedMaterialId: id }) => id ?? []))];
  const filter = { orgId, _id: { $in: materialIds } };
  const materials = await reader.find<Stored<Material, 'skus'>>('materials', filter, ['skus.id']);
  const known = new Set(materials.flatMap(({ _id, skus }) => skus.map(({ id }) => `${_id} ${id}`)));
  return versions.flatMap(({ _id, bomId, lineItems }) => {
    const record = { orgId, record: `bom_version:${_id}` };
    const chosen = lineItems.flatMap(({ chosenAssignedMaterialId: material, chosenAssignedSkuId: sku }) =>
      sku === null ? [] : [`${material} ${sku}`],
    );
    const gone = [...new Set(chosen)].filter((sku) => !known.has(sku));
    return [
      ...(boms?.has(bomId) ? [] : [{ ...record, says: `is of BOM ${bomId}, which is not there` }]),
      ...gone.map((sku) => ({ ...record, says: `has chosen material and SKU ${sku}, which are not there` })),
    ];
  });
}
