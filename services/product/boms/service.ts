import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import type { ReadPersonNames } from '#chassis/records/person-names.ts';
import { implement, type ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { authorNames } from './author-names.ts';
import type { BomDependencies } from './bom-dependencies.ts';
import { largeBomTurns } from './commands.ts';
import { bomHandlers } from './handlers.ts';
import { lineItemHandlers } from './line-item-handlers.ts';
import type { BomRepository } from './repository.ts';
import { versionHandlers } from './version-handlers.ts';

export interface BomServiceOptions {
  writer: Writer;
  boms: BomRepository;
  dependencies: BomDependencies;
  documentIds: DocumentIds;
  persons: ReadPersonNames;
}

/** The rpcs of BOMs. */
export function bomService({ documentIds, persons, ...options }: BomServiceOptions): ServiceImplementation {
  const parts = { ...options, authors: authorNames(persons), turns: largeBomTurns(options.boms) };
  return implement('product', 'BomService', {
    ...bomHandlers({ ...parts, documentIds }),
    ...versionHandlers(parts),
    ...lineItemHandlers(parts),
  });
}
