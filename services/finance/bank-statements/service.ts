import { implement, type ServiceImplementation } from '#chassis/rpc/grpc-server.ts';
import type { BankParts } from './bank-parts.ts';
import { bankStatementHandlers } from './handlers.ts';
import { bankImportHandlers } from './import-handlers.ts';
import { bankLineHandlers } from './line-handlers.ts';

/** All that bank statements answer. */
export const bankStatementService = (parts: BankParts): ServiceImplementation =>
  implement('finance', 'BankStatementService', {
    ...bankStatementHandlers(parts),
    ...bankImportHandlers(parts),
    ...bankLineHandlers(parts),
  });
