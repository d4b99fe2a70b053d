import type { ClientSession } from '#chassis/unit-of-work/write.ts';
import type { LocalCopies } from './local-copies.ts';

/** A document that shows the name of its client. */
interface OfClient {
  orgId: string;
  clientId: string | null;
  /** null if finance has no copy of the client. */
  clientName: string | null;
}

/** Adds the present names of the clients to documents of one org. Keeps the order of the documents. */
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
