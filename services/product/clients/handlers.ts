import type { Principal } from '#chassis/context.ts';
import { notFound } from '#chassis/errors.ts';
import { type Call, unary } from '#chassis/grpc-server.ts';
import { newId } from '#chassis/mongo.ts';
import type { Written } from '#chassis/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateClientRequest,
  ImportClientsRequest,
  ListClientsRequest,
  UpdateClientRequest,
} from '#proto/product/v1/contract.ts';
import {
  archiveClient,
  type Client,
  type ClientChanges,
  clientView,
  createClient,
  type Decision,
  restoreClient,
  updateClient,
} from './client.ts';
import type { ClientKey, ClientRecord, ClientRepository } from './repository.ts';

/** interface: Roles. A client caller reads its own record; all else is for staff. */
const reading = { role: 'client', scope: 'read:clients' } as const;
/** decisions 3, Inside: finance fetches the names that it has not heard of yet. */
const readingForFinance = { ...reading, peers: ['finance'] };
const creating = { role: 'staff', scope: 'create:clients' } as const;
const updating = { role: 'staff', scope: 'update:clients' } as const;
const moving = { role: 'staff', scope: 'write:clients' } as const;
const deleting = { role: 'staff', scope: 'delete:clients' } as const;

export function clientHandlers(clients: ClientRepository) {
  const move = (decide: (before: Client, now: Date) => Decision) =>
    unary(
      RecordRequest,
      async (request, call) =>
        replyOf(await clients.update(call, keyOf(request, call), (before) => decide(before, call.now))),
      moving,
    );

  return {
    CreateClient: unary(
      CreateClientRequest,
      async ({ client }, call) => {
        const decision = createClient(client, call.principal.orgId, call.now, newId);
        return replyOf(await clients.create(call, decision));
      },
      creating,
    ),
    GetClient: unary(
      RecordRequest,
      async ({ id }, { principal }) => {
        if (!maySee(principal, id)) throw notFound('Client');
        const client = await clients.get(principal.orgId, id);
        return { record: clientView(client), revision: client.revision, eventId: '', replayed: false };
      },
      readingForFinance,
    ),
    ListClients: unary(
      ListClientsRequest,
      async ({ query, ...filters }, { principal }) => {
        const only = principal.role === 'client' ? (principal.clientId ?? '') : undefined;
        const page = await clients.list(principal.orgId, { ...query, ...filters, only });
        return { ...page, data: page.data.map(clientView) };
      },
      reading,
    ),
    UpdateClient: unary(
      UpdateClientRequest,
      async ({ patch, fields, ...request }, call) => {
        const named = fields.map((field) => [field, patch[field as keyof typeof patch] ?? null]);
        const changes: ClientChanges = Object.fromEntries(named);
        const decide = (before: Client) => updateClient(before, changes, call.now, newId);
        return replyOf(await clients.update(call, keyOf(request, call), decide));
      },
      updating,
    ),
    DeleteClient: unary(
      RecordRequest,
      async (request, call) => {
        const { value, ...written } = await clients.delete(call, keyOf(request, call));
        return { deletedId: value, ...written };
      },
      deleting,
    ),
    ArchiveClient: move(archiveClient),
    RestoreClient: move(restoreClient),
    ImportClients: unary(
      ImportClientsRequest,
      async (request, call) => {
        const create = (client: (typeof request.clients)[number]) =>
          createClient(client, call.principal.orgId, call.now, newId);
        const { value, ...written } = await clients.createMany(call, request.clients.map(create));
        return { created: value, ...written };
      },
      creating,
    ),
  };
}

function maySee({ role, clientId }: Principal, id: string): boolean {
  return role !== 'client' || clientId === id;
}

function keyOf({ id, expectedRevision }: RecordRequest, { principal }: Call): ClientKey {
  return { orgId: principal.orgId, id, expectedRevision };
}

function replyOf({ value, eventId, replayed }: Written<ClientRecord>) {
  return { ...value, eventId, replayed };
}
