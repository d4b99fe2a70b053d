import { newId } from '#chassis/mongo/mongo.ts';
import { recordMethods } from '#chassis/records/record-methods.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { MAX_IMPORT, RecordRequest } from '#proto/common/v1/contract.ts';
import { client } from '#proto/product/v1/client.contract.ts';
import {
  archiveClient,
  type ClientChanges,
  createClient,
  deleteClient,
  restoreClient,
  updateClient,
} from './domain/client.ts';
import type { ClientRepository } from './repository.ts';

export function clientHandlers(writer: Writer, clients: ClientRepository) {
  const methods = recordMethods({
    of: client,
    writer,
    records: clients,
    request: RecordRequest,
    // A caller of role client reads only its own record (interface: Roles).
    visibleTo: ({ role, clientId }) => (role === 'client' ? { id: clientId ?? '' } : {}),
    // The org's rating of the client is not for the client.
    hiddenFrom: ({ role }) => (role === 'client' ? ['priceCategory'] : []),
    shownTo: async (records, { role, orgId, clientId }) => {
      if (role !== 'client' || !clientId) return records;
      // A caller of role client reads one client. Drafts of its orders do not exist for it. A read that does not show the
      // count has not read it.
      const drafts = records.some(({ ordersCount }) => ordersCount > 0)
        ? await clients.countDrafts(orgId, clientId)
        : 0;
      return records.map((one) => (drafts > 0 ? { ...one, ordersCount: Math.max(0, one.ordersCount - drafts) } : one));
    },
  });

  const { requests } = client;

  return {
    CreateClient: methods.create(requests.create, ({ client }, { principal, now }) =>
      createClient(client, principal.orgId, now, newId),
    ),
    // identity reads the client that a user is bound to. A finance of an earlier version reads names (decisions 3:
    // Inside).
    GetClient: methods.get({ peers: ['finance', 'identity'] }),
    ListClients: methods.list(requests.list),
    UpdateClient: methods.update(requests.update, (before, changes: ClientChanges, now) =>
      updateClient(before, changes, now, newId),
    ),
    DeleteClient: methods.delete(deleteClient),
    ArchiveClient: methods.move(archiveClient),
    RestoreClient: methods.move(restoreClient),
    ImportClients: methods.import(requests.import, {
      max: MAX_IMPORT,
      *make(parts, { orgId, now }) {
        for (const { request } of parts) {
          yield request.clients.map((client) => createClient(client, orgId, now, newId));
        }
      },
    }),
  };
}
