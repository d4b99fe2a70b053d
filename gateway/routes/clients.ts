import { z } from 'zod';
import {
  Client,
  ClientInput,
  ClientPatch,
  clientFilters,
  clientSorts,
  MAX_IMPORT,
} from '#proto/product/v1/contract.ts';
import { deleted, record, written } from '../answers.ts';
import { json, patch } from '../bodies.ts';
import { csv } from '../csv-body.ts';
import { listRoute } from '../list.ts';
import { route } from '../route.ts';

const tag = 'Clients';
const resource = 'Client';
const path = '/api/v1/clients';

export const clientRoutes = [
  listRoute({
    path,
    operationId: 'listClients',
    tag,
    summary: 'List clients',
    role: 'client',
    scope: 'read:clients',
    item: Client,
    filters: clientFilters,
    sorts: clientSorts,
    searches: 'name or country',
    fetch: ({ clients }, request, call) => clients.listClients(request, call),
  }),
  route({
    method: 'POST',
    path,
    operationId: 'createClient',
    tag,
    summary: 'Create a client',
    role: 'staff',
    scope: 'create:clients',
    body: json(ClientInput, Client),
    answer: record(Client),
    creates: true,
    handle: ({ clients }, { body, call }) => clients.createClient({ client: body }, call),
  }),
  route({
    method: 'POST',
    path: `${path}/import`,
    operationId: 'importClients',
    tag,
    summary: 'Create clients from CSV, all or none',
    description: 'Takes what `GET /api/v1/clients?format=csv` returns. Faults are reported with their line.',
    role: 'staff',
    scope: 'create:clients',
    body: csv(ClientInput, Client, { max: MAX_IMPORT }),
    answer: written(z.strictObject({ created: z.int() })),
    async handle({ clients }, { body, call }) {
      const { created, eventId, replayed } = await clients.importClients({ clients: body }, call);
      return { message: { created }, eventId, replayed };
    },
  }),
  route({
    method: 'GET',
    path: `${path}/{id}`,
    operationId: 'getClient',
    tag,
    summary: 'Read a client',
    role: 'client',
    scope: 'read:clients',
    resource,
    answer: record(Client),
    handle: ({ clients }, { target, call }) => clients.getClient({ id: target.id }, call),
  }),
  route({
    method: 'PATCH',
    path: `${path}/{id}`,
    operationId: 'updateClient',
    tag,
    summary: 'Change a client',
    role: 'staff',
    scope: 'update:clients',
    resource,
    body: patch(ClientPatch, Client),
    answer: record(Client),
    handle: ({ clients }, { target, body, call }) => clients.updateClient({ ...target, ...body }, call),
  }),
  route({
    method: 'DELETE',
    path: `${path}/{id}`,
    operationId: 'deleteClient',
    tag,
    summary: 'Delete a client',
    description: 'Refused with `in_use` while something refers to it.',
    role: 'staff',
    scope: 'delete:clients',
    resource,
    refusals: ['in_use'],
    answer: deleted(resource),
    handle: ({ clients }, { target, call }) => clients.deleteClient(target, call),
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/archive`,
    operationId: 'archiveClient',
    tag,
    summary: 'Archive a client',
    role: 'staff',
    scope: 'write:clients',
    resource,
    refusals: ['invalid_transition'],
    answer: record(Client),
    handle: ({ clients }, { target, call }) => clients.archiveClient(target, call),
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/restore`,
    operationId: 'restoreClient',
    tag,
    summary: 'Restore an archived client',
    role: 'staff',
    scope: 'write:clients',
    resource,
    refusals: ['invalid_transition'],
    answer: record(Client),
    handle: ({ clients }, { target, call }) => clients.restoreClient(target, call),
  }),
];
