import { invalidField } from '#chassis/domain/errors.ts';
import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { changesOf, keyOf, recordMethods, replyOf } from '#chassis/records/record-methods.ts';
import type { ClientSession } from '#chassis/records/records.ts';
import { unary } from '#chassis/rpc/unary.ts';
import { MAX_IMPORT, RecordRequest } from '#proto/common/v1/contract.ts';
import { isSmallEnough } from '#proto/common/v1/free-form.contract.ts';
import {
  CreateMaterialRequest,
  ImportMaterialsRequest,
  ListMaterialsRequest,
  MaterialPatch,
  UpdateMaterialRequest,
} from '#proto/product/v1/material.contract.ts';
import type { SupplierRepository } from '../suppliers/repository.ts';
import {
  archiveMaterial,
  createMaterial,
  deleteMaterial,
  droppedSkus,
  type Material,
  type MaterialChanges,
  type MaterialSku,
  restoreMaterial,
  updateMaterial,
} from './domain/material.ts';
import type { MaterialRepository } from './repository.ts';
import { suppliersOf } from './suppliers-of.ts';

interface MaterialParts {
  materials: MaterialRepository;
  suppliers: SupplierRepository;
  boms: SkuChoices;
  documentIds: DocumentIds;
}

/** Which SKUs of materials the lines of BOMs have chosen. */
interface SkuChoices {
  /** In the transaction that drops them: none comes to be chosen meanwhile. Errors: in_use, naming versions that have. */
  refuseWhileChosen(session: ClientSession, material: Material, skus: MaterialSku[]): Promise<void>;
}

const PREFIX = 'MAT';
const NO_SUPPLIER = { supplierId: null, supplierName: null };
const TYPED: ReadonlySet<string> = new Set(Object.keys(MaterialPatch.shape));

export function materialHandlers({ materials, suppliers, boms, documentIds }: MaterialParts) {
  const methods = recordMethods({
    resource: 'Material',
    scope: 'materials',
    records: materials,
    request: RecordRequest,
  });

  /** Undefined: the one that it has. */
  async function supplierOf(before: Material, supplierId: string | null | undefined, session: ClientSession) {
    if (supplierId === undefined || supplierId === before.supplierId) return before;
    const [supplier = NO_SUPPLIER] = await suppliersOf(suppliers, before.orgId, [supplierId], session);
    return supplier;
  }

  return {
    CreateMaterial: methods.create(CreateMaterialRequest, async ({ material }, { principal, now }) => {
      const { orgId } = principal;
      const { supplierId } = material;
      const origin = { id: newId(), documentId: await documentIds.next(orgId, PREFIX, now), orgId, now };
      if (supplierId === undefined) return createMaterial(material, NO_SUPPLIER, origin, newId);
      return async (session: ClientSession) => {
        const [supplier = NO_SUPPLIER] = await suppliersOf(suppliers, orgId, [supplierId], session);
        return createMaterial(material, supplier, origin, newId);
      };
    }),
    GetMaterial: methods.get(),
    ListMaterials: methods.list(ListMaterialsRequest),
    UpdateMaterial: unary(
      UpdateMaterialRequest,
      async ({ patch, fields, ...request }, call) => {
        const { supplierId, ...changes } = typedChanges(patch, fields);
        const free = freeChanges(patch.freeFields, fields);
        const written = await materials.update(call, keyOf(request, call), async (before, session) => {
          const { supplierId: id, supplierName } = await supplierOf(before, supplierId, session);
          const supplier = { supplierId: id, supplierName };
          const decision = updateMaterial(before, { changes, free, supplier }, call.now, newId);
          checkSize(decision.state);
          await boms.refuseWhileChosen(session, before, droppedSkus(before, decision.state));
          return decision;
        });
        return replyOf(written);
      },
      { role: 'staff', scope: 'update:materials' },
    ),
    DeleteMaterial: methods.delete(deleteMaterial),
    ArchiveMaterial: methods.move(archiveMaterial),
    RestoreMaterial: methods.move(restoreMaterial),
    ImportMaterials: methods.import(ImportMaterialsRequest, {
      max: MAX_IMPORT,
      numbers: (count, { principal, now }) => documentIds.nextMany(principal.orgId, PREFIX, now, count),
      async *decide(parts, { principal: { orgId }, now }, session) {
        for (const { request, numbers, from } of parts) {
          const supplierIds = request.materials.map(({ supplierId }) => supplierId ?? null);
          const at = (index: number) => ['materials', String(from + index)];
          const found = await suppliersOf(suppliers, orgId, supplierIds, session, at);
          yield request.materials.map((material, index) => {
            const origin = { id: newId(), documentId: numbers[index] as string, orgId, now };
            return createMaterial(material, found[index] ?? NO_SUPPLIER, origin, newId);
          });
        }
      },
    }),
  };
}

function typedChanges(patch: object, fields: string[]): MaterialChanges & { supplierId?: string | null } {
  return changesOf({ patch, fields: fields.filter((field) => TYPED.has(field)) });
}

/** The fields that are not typed and change; null for those that go. */
function freeChanges(text: string | undefined, fields: string[]): Record<string, unknown> {
  const patch: object = JSON.parse(text ?? '{}');
  return changesOf({ patch, fields: fields.filter((field) => !TYPED.has(field)) });
}

/** Each PATCH is small enough by itself; together they may not be (decisions 6: Material). */
function checkSize({ freeFields }: Material): void {
  if (isSmallEnough(JSON.parse(freeFields))) return;
  throw invalidField(['body'], 'the record would be larger than 65536 bytes of JSON', null);
}
