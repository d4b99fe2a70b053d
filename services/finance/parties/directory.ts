import type { Call } from '#chassis/rpc/grpc-server.ts';
import type { Party, PartyKey, PartyKind, Snapshot } from './domain/party.ts';

/** Asks the service that owns a kind of record. Errors: not_found; upstream_unavailable. */
export type Owner = (id: string, call: Call) => Promise<Snapshot & { is: 'named' }>;

export interface DirectoryParts {
  parties: { find(key: PartyKey): Promise<Party | undefined>; apply(snapshot: Snapshot): Promise<void> };
  owners: Record<PartyKind, Owner>;
}

export interface Directory {
  /** Errors: not_found; upstream_unavailable for a party not met before while its owner is down. */
  lookUp(kind: PartyKind, id: string, call: Call): Promise<Party>;
}

/**
 * Parties from the copy; from their owner on a miss, so that a record made a millisecond ago is known (design 5).
 * What is known needs nobody else.
 */
export function createDirectory({ parties, owners }: DirectoryParts): Directory {
  return {
    async lookUp(kind, id, call) {
      const known = await parties.find({ orgId: call.principal.orgId, kind, id });
      if (known) return known;
      const snapshot = await owners[kind](id, call);
      await parties.apply(snapshot);
      return { ...snapshot.key, name: snapshot.name };
    },
  };
}
