import type { ClientSession } from '#chassis/unit-of-work/write.ts';
import type { LocalCopies } from './local-copies.ts';

/** A document that shows the name of its client. */
interface OfClient {
  orgId: string;
  clientId: string | null;
  /** null: finance does not know it. */
  clientName: string | null;
}

/** Gives documents of one org the names of their clients as they are now, in the same order. */
export type WithClientNames = <Document extends OfClient>(
  documents: Document[],
  session?: ClientSession,
) => Promise<Document[]>;

export const withClientNames =
  (copies: Pick<LocalCopies, 'known'>): WithClientNames =>
  async (documents, session) => {
    const [first] = documents;
    if (!first) return documents;
    const scope = { orgId: first.orgId, ...(session && { session }) };
    const clients = await copies.known(scope, 'client', [
      ...new Set(documents.flatMap(({ clientId }) => clientId ?? [])),
    ]);
    return documents.map((one) => ({ ...one, clientName: clients.get(one.clientId ?? '')?.name ?? null }));
  };
