import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { implement, type ServiceImplementation } from '#chassis/rpc/grpc-server.ts';
import { bomHandlers } from './handlers.ts';
import { bomTurns } from './large-boms.ts';
import { lineItemHandlers } from './line-item-handlers.ts';
import type { Neighbours } from './neighbours.ts';
import type { BomRepository } from './repository.ts';
import { versionHandlers } from './version-handlers.ts';

export interface BomServiceOptions {
  boms: BomRepository;
  neighbours: Neighbours;
  documentIds: DocumentIds;
}

/** All that BOMs answer. */
export function bomService({ documentIds, boms, neighbours }: BomServiceOptions): ServiceImplementation {
  const room = { boms, neighbours, turns: bomTurns(boms) };
  return implement('product', 'BomService', {
    ...bomHandlers({ ...room, nextDocumentId: (orgId, now) => documentIds.next(orgId, 'BOM', now) }),
    ...versionHandlers(room),
    ...lineItemHandlers(room),
  });
}
