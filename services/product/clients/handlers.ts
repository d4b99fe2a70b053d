import { newId } from '#chassis/mongo/mongo.ts';
import { recordMethods } from '#chassis/records/record-methods.ts';
import { MAX_IMPORT, RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateClientRequest,
  ImportClientsRequest,
  ListClientsRequest,
  UpdateClientRequest,
} from '#proto/product/v1/contract.ts';
import {
  archiveClient,
  type ClientChanges,
  createClient,
  deleteClient,
  restoreClient,
  updateClient,
} from './domain/client.ts';
import type { ClientRepository } from './repository.ts';

export function clientHandlers(clients: ClientRepository) {
  const methods = recordMethods({
    resource: 'Client',
    scope: 'clients',
    reader: 'client',
    records: clients,
    request: RecordRequest,
    // interface: Roles. A client caller reads its own record.
    visibleTo: ({ role, clientId }) => (role === 'client' ? { id: clientId ?? '' } : {}),
  });

  return {
    CreateClient: methods.create(CreateClientRequest, ({ client }, { principal, now }) =>
      createClient(client, principal.orgId, now, newId),
    ),
    // decisions 3, Inside: finance fetches the names that it has not heard of yet, identity asks whom a user is bound to.
    GetClient: methods.get({ peers: ['finance', 'identity'] }),
    ListClients: methods.list(ListClientsRequest),
    UpdateClient: methods.update(UpdateClientRequest, (before, changes: ClientChanges, { now }) =>
      updateClient(before, changes, now, newId),
    ),
    DeleteClient: methods.delete(deleteClient),
    ArchiveClient: methods.move(archiveClient),
    RestoreClient: methods.move(restoreClient),
    ImportClients: methods.import(ImportClientsRequest, {
      max: MAX_IMPORT,
      *decide(parts, { principal, now }) {
        for (const { request } of parts) {
          yield request.clients.map((client) => createClient(client, principal.orgId, now, newId));
        }
      },
    }),
  };
}
