import { invalidField } from '#chassis/domain/errors.ts';
import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { commandOf, replyOf } from '#chassis/records/command.ts';
import { changesOf, recordMethods } from '#chassis/records/record-methods.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import type { Transaction, Writer } from '#chassis/unit-of-work/write.ts';
import { MAX_IMPORT, RecordRequest } from '#proto/common/v1/contract.ts';
import { isSmallEnough } from '#proto/common/v1/free-form.contract.ts';
import {
  CreateMaterialRequest,
  ImportMaterialsRequest,
  MaterialPatch,
  type MaterialSku,
  material,
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
  restoreMaterial,
  updateMaterial,
} from './domain/material.ts';
import type { MaterialRepository } from './repository.ts';
import { suppliersOf } from './suppliers-of.ts';

interface MaterialParts {
  writer: Writer;
  materials: MaterialRepository;
  suppliers: SupplierRepository;
  boms: SkuChoices;
  documentIds: DocumentIds;
}

/** Checks whether lines of BOMs have chosen SKUs of materials. */
interface SkuChoices {
  /**
   * In the transaction that removes the SKUs: a concurrent choice of one of them conflicts. Errors: in_use that names
   * versions with such lines.
   */
  refuseWhileChosen(tx: Transaction, material: Material, skus: MaterialSku[]): Promise<void>;
}

const PREFIX = 'MAT';
const NO_SUPPLIER = { supplierId: null, supplierName: null };
const TYPED: ReadonlySet<string> = new Set(Object.keys(MaterialPatch.shape));

export function materialHandlers({ writer, materials, suppliers, boms, documentIds }: MaterialParts) {
  const command = commandOf(writer);
  const methods = recordMethods({
    of: material,
    writer,
    records: materials,
    request: RecordRequest,
  });

  /** The supplier after a change. `supplierId`: undefined if the supplier stays. */
  async function supplierOf(before: Material, supplierId: string | null | undefined, tx: Transaction) {
    const { supplierId: known, supplierName } = before;
    if (supplierId === undefined || supplierId === known) return { supplierId: known, supplierName };
    const [supplier = NO_SUPPLIER] = await suppliersOf(suppliers, tx, [supplierId]);
    return supplier;
  }

  return {
    CreateMaterial: unary(
      CreateMaterialRequest,
      async ({ material }, call) => {
        const { orgId } = call.principal;
        const documentId = await documentIds.next(orgId, PREFIX, call.now);
        const written = await writer.create(call, async (tx) => {
          const [supplier = NO_SUPPLIER] = await suppliersOf(suppliers, tx, [material.supplierId ?? null]);
          const origin = { id: newId(), documentId, orgId, now: tx.now };
          return materials.add(tx, createMaterial(material, supplier, origin, newId));
        });
        return replyOf(written);
      },
      methods.access.create,
    ),
    GetMaterial: methods.get(),
    ListMaterials: methods.list(material.requests.list),
    UpdateMaterial: command(UpdateMaterialRequest, methods.access.update, async ({ patch, fields, ...key }, tx) => {
      const { supplierId, ...changes } = typedChanges(patch, fields);
      const free = freeChanges(patch.freeFields, fields);
      const before = await materials.load(tx, key);
      const supplier = await supplierOf(before, supplierId, tx);
      const decision = updateMaterial(before, { changes, free, supplier }, tx.now, newId);
      checkSize(decision.state);
      await boms.refuseWhileChosen(tx, before, droppedSkus(before, decision.state));
      return materials.save(tx, before, decision);
    }),
    DeleteMaterial: methods.delete(deleteMaterial),
    ArchiveMaterial: methods.move(archiveMaterial),
    RestoreMaterial: methods.move(restoreMaterial),
    ImportMaterials: methods.import(ImportMaterialsRequest, {
      max: MAX_IMPORT,
      numbers: (count, { principal, now }) => documentIds.nextMany(principal.orgId, PREFIX, now, count),
      async *make(parts, tx) {
        for (const { request, numbers, from } of parts) {
          const supplierIds = request.materials.map(({ supplierId }) => supplierId ?? null);
          const at = (index: number) => ['materials', String(from + index)];
          const found = await suppliersOf(suppliers, tx, supplierIds, at);
          yield request.materials.map((material, index) => {
            const origin = { id: newId(), documentId: numbers[index] as string, orgId: tx.orgId, now: tx.now };
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

/** The changed free fields; null for a field that is removed. */
function freeChanges(text: string | undefined, fields: string[]): Record<string, unknown> {
  const patch: object = JSON.parse(text ?? '{}');
  return changesOf({ patch, fields: fields.filter((field) => !TYPED.has(field)) });
}

/**
 * Checks the size of all free fields together. Each PATCH has a limit of its own, but several may exceed the limit
 * (decisions 6: Material).
 */
function checkSize({ freeFields }: Material): void {
  if (isSmallEnough(JSON.parse(freeFields))) return;
  throw invalidField(['body'], 'the record would be larger than 65536 bytes of JSON', null);
}
