import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { implement, type ServiceImplementation } from '#chassis/rpc/grpc-server.ts';
import type { BomDependencies } from './bom-dependencies.ts';
import { bomHandlers } from './handlers.ts';
import { bomTurns } from './large-boms.ts';
import { lineItemHandlers } from './line-item-handlers.ts';
import type { BomRepository } from './repository.ts';
import { versionHandlers } from './version-handlers.ts';

export interface BomServiceOptions {
  boms: BomRepository;
  dependencies: BomDependencies;
  documentIds: DocumentIds;
}

/** All that BOMs answer. */
export function bomService({ documentIds, boms, dependencies }: BomServiceOptions): ServiceImplementation {
  const room = { boms, dependencies, turns: bomTurns(boms) };
  return implement('product', 'BomService', {
    ...bomHandlers({ ...room, nextDocumentId: (orgId, now) => documentIds.next(orgId, 'BOM', now) }),
    ...versionHandlers(room),
    ...lineItemHandlers(room),
  });
}
