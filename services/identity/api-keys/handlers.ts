import { notFound } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { type Call, implement, unary } from '#chassis/rpc/grpc-server.ts';
import { newApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import type { Written } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateApiKeyRequest,
  GetCallingKeyRequest,
  ListApiKeysRequest,
  ReportApiKeyUseRequest,
  ResolveApiKeyRequest,
  RotateApiKeyRequest,
} from '#proto/identity/v1/contract.ts';
import type { ApiKey, ApiKeyRules } from './domain/api-key.ts';
import type { ApiKeyId, ApiKeyRepository } from './repository.ts';

export interface ApiKeyHandlerParts {
  keys: ApiKeyRepository;
  rules: ApiKeyRules;
  orgs: { names(ids: string[]): Promise<Map<string, string>> };
}

/** interface: Roles. No key reaches any key: there is no scope for it. */
const managing = { role: 'admin' } as const;
/** The gateway asks before it knows the caller, and reports for many. */
const byGateway = { anonymous: true } as const;

export function apiKeyHandlers({ keys, rules, orgs }: ApiKeyHandlerParts) {
  return implement('identity', 'ApiKeyService', {
    CreateApiKey: unary(
      CreateApiKeyRequest,
      async ({ api_key }, call) => {
        const { orgId, id: createdById } = call.principal;
        const { text, ...value } = newApiKeyValue();
        const origin = { id: newId(), orgId, createdById, now: call.now, value };
        return replyOf(await keys.create(call, () => rules.create(api_key, origin), { key: text }));
      },
      managing,
    ),
    ListApiKeys: unary(
      ListApiKeysRequest,
      async (_request, { principal }) => ({ data: (await keys.list(principal.orgId)).map(rules.view) }),
      managing,
    ),
    GetApiKey: unary(
      RecordRequest,
      async ({ id }, { principal }) => {
        const key = await keys.get(principal.orgId, id);
        return { record: rules.view(key), revision: key.revision, eventId: '', replayed: false };
      },
      managing,
    ),
    RevokeApiKey: unary(
      RecordRequest,
      async (request, call) => {
        const decide = (before: ApiKey) => rules.revoke(before, call.now);
        return replyOf(await keys.update(call, idOf(request, call), decide, {}));
      },
      managing,
    ),
    RotateApiKey: unary(
      RotateApiKeyRequest,
      async (request, call) => {
        const { text, ...value } = newApiKeyValue();
        const decide = (before: ApiKey) => rules.rotate(before, value, request.overlap_seconds, call.now);
        return replyOf(await keys.update(call, idOf(request, call), decide, { key: text }));
      },
      managing,
    ),
    ResolveApiKey: unary(
      ResolveApiKeyRequest,
      async ({ hash }, { now }) => {
        const key = await keys.findByHash(hash);
        return { grant: (key && rules.grant(key, hash, now)) ?? null };
      },
      byGateway,
    ),
    ReportApiKeyUse: unary(
      ReportApiKeyUseRequest,
      async ({ uses }) => {
        await keys.noteUses(uses.map(({ id, org_id, at }) => ({ id, orgId: org_id, at: new Date(at) })));
        return {};
      },
      byGateway,
    ),
    GetCallingKey: unary(
      GetCallingKeyRequest,
      async (_request, { principal }) => {
        if (principal.kind !== 'key') throw notFound('API key');
        const names = await orgs.names([principal.orgId]);
        return { id: principal.id, org_id: principal.orgId, org_name: names.get(principal.orgId) ?? '' };
      },
      { keys: 'any' },
    ),
  });
}

function idOf({ id, expectedRevision }: RecordRequest, { principal }: Call): ApiKeyId {
  return { orgId: principal.orgId, id, expectedRevision };
}

function replyOf<T extends object>({ value, eventId, replayed }: Written<T>) {
  return { ...value, eventId, replayed };
}
