import { notFound } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { replyOf } from '#chassis/records/command.ts';
import { type ReadPersonNames, withPersonNames } from '#chassis/records/person-names.ts';
import { implement, unary } from '#chassis/rpc/endpoint.ts';
import { newApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateApiKeyRequest,
  GetCallingKeyRequest,
  ListApiKeysRequest,
  MAX_KEYS,
  ReportApiKeyUseRequest,
  ResolveApiKeyRequest,
  RotateApiKeyRequest,
} from '#proto/identity/v1/contract.ts';
import type { NameReader } from '../users/names-repository.ts';
import type { ApiKey, ApiKeyRules, ApiKeyView } from './domain/api-key.ts';
import type { ApiKeyRepository } from './repository.ts';

export interface ApiKeyHandlerParts {
  writer: Writer;
  keys: ApiKeyRepository;
  rules: ApiKeyRules;
  orgs: { names(ids: string[]): Promise<Map<string, string>> };
  names: NameReader;
  /** Makes the publisher tell the gateways now about changed keys. */
  announce(): void;
}

/** The value of a write. The Idempotency-Key stores it encrypted. */
interface ApiKeyRecord {
  record: ApiKeyView;
  revision: number;
}

/** Only admins manage keys (interface: Roles). API keys cannot, because there is no scope for it. */
const managing = { role: 'admin' } as const;
/** The gateway calls without a caller: before it knows the caller, or with reports about many callers. */
const byGateway = { anonymous: true } as const;

export function apiKeyHandlers({ writer, keys, rules, orgs, names, announce }: ApiKeyHandlerParts) {
  const recordOf = (key: ApiKey): ApiKeyRecord => ({ record: rules.view(key), revision: key.revision });

  const service = implement('identity', 'ApiKeyService', {
    CreateApiKey: unary(
      CreateApiKeyRequest,
      async ({ api_key }, call) => {
        const { orgId, id: createdById } = call.principal;
        const { text, ...value } = newApiKeyValue();
        const origin = { id: newId(), orgId, createdById, now: call.now, value };
        const written = await writer.write(call, async (tx) => {
          const decision = rules.create(api_key, origin);
          await keys.add(tx, decision);
          return { ...recordOf(decision.state), key: text };
        });
        return replyOf(written);
      },
      managing,
    ),
    ListApiKeys: unary(
      ListApiKeysRequest,
      async ({ after, limit }, call) => {
        const batch = (from: string | undefined) =>
          keys.list(call.principal.orgId, { after: from, limit: limit ?? MAX_KEYS }, call);
        let { data, next } = await batch(after);
        // A gateway of an earlier version sends no limit and does not read pages. It gets all keys.
        while (limit === undefined && next !== undefined) {
          const more = await batch(next);
          data = [...data, ...more.data];
          next = more.next;
        }
        return { data: data.map(rules.view), ...(next && { next }) };
      },
      managing,
    ),
    GetApiKey: unary(
      RecordRequest,
      async ({ id }, { principal }) => {
        return { ...recordOf(await keys.get(principal.orgId, id)), eventId: '', replayed: false };
      },
      managing,
    ),
    RevokeApiKey: unary(
      RecordRequest,
      async (request, call) => {
        const written = await writer.write(call, async (tx) => {
          const before = await keys.load(tx, request);
          return recordOf(await keys.save(tx, before, rules.revoke(before, tx.now)));
        });
        announce();
        return replyOf(written);
      },
      managing,
    ),
    RotateApiKey: unary(
      RotateApiKeyRequest,
      async (request, call) => {
        const { text, ...value } = newApiKeyValue();
        const written = await writer.write(call, async (tx) => {
          const before = await keys.load(tx, request);
          const decision = rules.rotate(before, value, request.overlap_seconds, tx.now);
          return { ...recordOf(await keys.save(tx, before, decision)), key: text };
        });
        announce();
        return replyOf(written);
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
        const found = await orgs.names([principal.orgId]);
        return { id: principal.id, org_id: principal.orgId, org_name: found.get(principal.orgId) ?? '' };
      },
      { keys: 'any' },
    ),
  });
  const namesIn: ReadPersonNames = (ids, { principal }) => names.namesOf(principal.orgId, ids);
  return withPersonNames(service, namesIn, [{ id: 'created_by_id', name: 'created_by_name' }]);
}
