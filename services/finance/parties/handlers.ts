import { notFound } from '#chassis/domain/errors.ts';
import { type Call, implement, unary } from '#chassis/rpc/grpc-server.ts';
import { GetPartyRequest, type PartyKind } from '#proto/finance/v1/contract.ts';
import type { Directory } from './directory.ts';

export function partyHandlers(directory: Directory) {
  return implement('finance', 'PartyService', {
    GetParty: unary(GetPartyRequest, async ({ kind, id }, call) => {
      refuseStranger(kind, id, call);
      const party = await directory.lookUp(kind, id, call);
      return { kind: party.kind, id: party.id, name: party.name };
    }),
  });
}

/** A client caller knows no client but its own (decisions 3: Roles). */
function refuseStranger(kind: PartyKind, id: string, { principal }: Call): void {
  if (principal.role === 'client' && !(kind === 'client' && id === principal.clientId)) throw notFound('Client');
}
