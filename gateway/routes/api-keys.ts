import {
  ApiKey,
  ApiKeyInput,
  ApiKeyWithValue,
  DEFAULT_SCOPES,
  MAX_KEYS,
  RotateApiKeyInput,
} from '#proto/identity/v1/contract.ts';
import { json } from '../payload/bodies.ts';
import { jsonItems } from '../payload/pieces.ts';
import { bareList, record } from '../routing/answers.ts';
import { reading } from '../routing/chosen-fields.ts';
import { listTurns } from '../routing/concurrency-limits.ts';
import { batchesOf } from '../routing/list-batches.ts';
import { route } from '../routing/route.ts';

const tag = 'API keys';
const resource = 'API key';
const path = '/api/v1/api-keys';
const role = 'admin';
const keys = jsonItems(ApiKey);
/** The value is shown only in this answer. `no-store`: no cache may keep it. */
const withValue = record(ApiKeyWithValue, { 'Cache-Control': 'no-store' });

export const apiKeyRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'listApiKeys',
    tag,
    summary: 'List all API keys, newest first',
    description: 'Lists all API keys, also revoked and expired ones. Their values are not shown.',
    role,
    turns: listTurns,
    query: reading(ApiKey),
    answer: bareList(ApiKey),
    async handle({ apiKeys }, { query: { fields: chosen }, ...reader }) {
      const first = await apiKeys.listApiKeys({ limit: MAX_KEYS }, reader.call);
      if (first.next === undefined) return { ...first, chosen };
      const format = chosen ? jsonItems(chosen.schema) : keys;
      const data = await batchesOf(first, reader, format, (after, most, unhurried) =>
        apiKeys.listApiKeys({ after, limit: Math.min(most, MAX_KEYS) }, unhurried),
      );
      return { data };
    },
  }),
  route({
    method: 'POST',
    path,
    operationId: 'createApiKey',
    tag,
    summary: 'Create an API key',
    description:
      'Only this answer shows the value of the key, in `key`. Without `permissions` the key can read everything. With `[]` it can do nothing. `scopes` is another name of `permissions`.',
    role,
    refusals: ['conflict'],
    body: json(ApiKeyInput, ApiKeyWithValue),
    answer: withValue,
    creates: true,
    async handle({ apiKeys }, { body, call }) {
      const { org_id: _, permissions, scopes, ...input } = body;
      const api_key = { ...input, permissions: permissions ?? scopes ?? DEFAULT_SCOPES };
      return shown(await apiKeys.createApiKey({ api_key }, call));
    },
  }),
  route({
    method: 'GET',
    path: `${path}/{id}`,
    operationId: 'getApiKey',
    tag,
    summary: 'Read an API key',
    description: 'Returns the API key without its value.',
    role,
    resource,
    query: reading(ApiKey),
    answer: record(ApiKey),
    handle: async ({ apiKeys }, { target, query: { fields: chosen }, call }) => ({
      ...(await apiKeys.getApiKey({ id: target.id }, call)),
      chosen,
    }),
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/revoke`,
    operationId: 'revokeApiKey',
    tag,
    summary: 'Revoke an API key',
    description: 'All gateways refuse the key within 5 seconds. A key that is revoked already stays unchanged.',
    role,
    resource,
    answer: record(ApiKey),
    handle: ({ apiKeys }, { target, call }) => apiKeys.revokeApiKey(target, call),
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/rotate`,
    operationId: 'rotateApiKey',
    tag,
    summary: 'Replace the value of an API key',
    description:
      'Gives the key a new value. Only this answer shows it, in `key`. Earlier values stay valid for `overlap_seconds`, or until their own end if that is sooner.',
    role,
    resource,
    refusals: ['invalid_transition'],
    body: json(RotateApiKeyInput, ApiKeyWithValue),
    answer: withValue,
    async handle({ apiKeys }, { target, body, call }) {
      return shown(await apiKeys.rotateApiKey({ ...target, ...body }, call));
    },
  }),
];

/** The record with its value, in the API's form. */
function shown<Key extends object, Reply extends { record?: Key | null; key: string }>({ key, ...reply }: Reply) {
  return { ...reply, record: reply.record && { ...reply.record, key } };
}
