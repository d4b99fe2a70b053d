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
    description: 'Revoked and expired ones, too. Without their values.',
    role,
    turns: listTurns,
    answer: bareList(ApiKey),
    async handle({ apiKeys }, reader) {
      const first = await apiKeys.listApiKeys({ limit: MAX_KEYS }, reader.call);
      if (first.next === undefined) return first;
      const data = await batchesOf(first, reader, keys, (after, most, unhurried) =>
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
      '`key` is shown in this answer alone. Without `permissions` the key may read; with `[]` it may do nothing. `scopes` is another name of `permissions`.',
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
    description: 'Without its value.',
    role,
    resource,
    answer: record(ApiKey),
    handle: ({ apiKeys }, { target, call }) => apiKeys.getApiKey({ id: target.id }, call),
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/revoke`,
    operationId: 'revokeApiKey',
    tag,
    summary: 'Revoke an API key for good',
    description: 'It is refused everywhere within 5 seconds. One that is revoked already stays as it is.',
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
    summary: 'Give an API key a new value',
    description:
      '`key` is shown in this answer alone. The values before it go on working for `overlap_seconds`, or for what was left to them if that is less.',
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
