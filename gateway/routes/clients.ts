import { requestEncoder } from '#chassis/rpc/encoded-request.ts';
import { Client, ClientInput, ClientPatch, clientFilters, clientSorts } from '#proto/product/v1/contract.ts';
import { archiveMoves, resourceRoutes } from '../routing/resource-routes.ts';

export const clientRoutes = resourceRoutes({
  path: '/api/v1/clients',
  resource: 'Client',
  plural: 'Clients',
  tag: 'Clients',
  scope: 'clients',
  reader: 'client',
  item: Client,
  input: ClientInput,
  patch: ClientPatch,
  filters: clientFilters,
  sorts: clientSorts,
  searches: 'name or country',
  calls: {
    list: ({ clients }, request, call) => clients.listClients(request, call),
    create: ({ clients }, client, call) => clients.createClient({ client }, call),
    import: {
      encoder: () => requestEncoder('product', 'ClientService', 'ImportClients'),
      request: (clients) => ({ clients }),
      send: (services, request, call) => services.clients.importClients(request, call),
    },
    get: ({ clients }, target, call) => clients.getClient(target, call),
    update: ({ clients }, change, call) => clients.updateClient(change, call),
    delete: ({ clients }, target, call) => clients.deleteClient(target, call),
  },
  moves: archiveMoves('Client', {
    archive: ({ clients }, target, call) => clients.archiveClient(target, call),
    restore: ({ clients }, target, call) => clients.restoreClient(target, call),
  }),
});
