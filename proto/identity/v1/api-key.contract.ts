import { z } from 'zod';
import {
  dateTime,
  described,
  integer,
  list,
  RecordRequest,
  recordId,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { type Resource, resources } from '../../common/v1/resources.contract.ts';
import type { ApiKey as ApiKeyMessage } from '../../gen/identity/v1/ApiKey.ts';
import type { NewApiKey as NewApiKeyMessage } from '../../gen/identity/v1/NewApiKey.ts';
import type { ReportApiKeyUseRequest as ReportApiKeyUseMessage } from '../../gen/identity/v1/ReportApiKeyUseRequest.ts';
import type { ResolveApiKeyRequest as ResolveApiKeyMessage } from '../../gen/identity/v1/ResolveApiKeyRequest.ts';
import type { RotateApiKeyRequest as RotateApiKeyMessage } from '../../gen/identity/v1/RotateApiKeyRequest.ts';

/** decisions 3: Scopes. */
export const scopeActions = ['read', 'create', 'update', 'write', 'delete', 'submit', 'approve', '*'] as const;
export type ScopeResource = Resource['scope'] | 'events' | 'reports' | '*';
export const scopeResources: readonly ScopeResource[] = [
  ...resources.map(({ scope }) => scope),
  'events',
  'reports',
  '*',
];

export type ScopeName = `${(typeof scopeActions)[number]}:${ScopeResource}`;
const scopes = scopeResources.flatMap((resource) =>
  scopeActions.map((action): ScopeName => `${action}:${resource}`),
) as [ScopeName, ...ScopeName[]];

/** Permission of an API key (decisions 3: Scopes). */
export const Scope = z
  .enum(scopes)
  .describe(
    'Scope in the form `<action>:<resource>`. `write` covers create, update and operations without an action of their own. The resource `*` does not cover webhooks and events.',
  );
export type Scope = z.output<typeof Scope>;

/** decisions 3: API keys. */
export const DEFAULT_SCOPES: Scope[] = ['read:*'];
/** Maximum overlap of old and new key values, in seconds: one week. */
export const MAX_OVERLAP = 604_800;

const words = {
  name: 'Name of the API key.',
  permissions: 'Scopes of the API key: the operations that it may call.',
  scopes: 'Same value as `permissions`.',
  rate_limit: 'Maximum number of requests in 60 seconds.',
  expires_at: 'Expiry time. The key is refused from then on. Null if it never expires.',
};

/** interface: API key. `permissions` and `scopes` hold the same values. */
export const ApiKey = z.strictObject(
  described(
    {
      id: z.string(),
      org_id: z.string(),
      name: z.string(),
      permissions: z.array(Scope),
      scopes: z.array(Scope),
      rate_limit: z.int(),
      created_at: timestamp(),
      expires_at: timestamp().nullable(),
      is_active: z.boolean().describe('False if the key is revoked.'),
      last_used_at: timestamp()
        .nullable()
        .describe('Time of the last use. It can be up to a minute old. Null before the first use.'),
      created_by_id: z.string().nullable().describe('Id of the admin who created the key.'),
      created_by_name: z
        .string()
        .nullable()
        .describe('Current name of that admin. Null in events, and if the user has no name or has left the org.'),
      last_four: z.string().describe('Last four characters of the key value, to tell keys apart.'),
      updated_at: timestamp(),
    },
    words,
  ),
);
export type ApiKey = z.output<typeof ApiKey>;

/** A key with its value. Only create and rotate return the value, once. */
export const ApiKeyWithValue = z.strictObject({
  ...ApiKey.shape,
  key: z.string().describe('Value of the key. Send it in the header `X-API-Key`. Only this answer shows it.'),
});

const newKey = described(
  {
    name: text({ min: 1 }),
    rate_limit: integer({ ge: 1 }).exactOptional(),
    expires_at: dateTime().exactOptional(),
  },
  words,
);

/** The body of POST /api/v1/api-keys. */
export const ApiKeyInput = z
  .strictObject(
    described(
      {
        org_id: recordId().describe('Id of the org of the request. Any other org is refused.'),
        ...newKey,
        permissions: list(Scope).exactOptional(),
        scopes: list(Scope).exactOptional(),
      },
      words,
    ),
  )
  .refine(({ permissions, scopes }) => !permissions || !scopes || isSameSet(permissions, scopes), {
    path: ['scopes'],
    message: 'scopes is another name of permissions, and the two differ',
  })
  .meta({
    examples: [{ org_id: '{org_id}', name: 'Warehouse', permissions: ['read:*', 'write:materials'], rate_limit: 600 }],
  });

export const NewApiKey = z.strictObject({ ...newKey, permissions: list(Scope) });
export type NewApiKey = z.output<typeof NewApiKey>;
export const CreateApiKeyRequest = z.strictObject({ api_key: NewApiKey });
/** Maximum number of keys in one reply. */
export const MAX_KEYS = 1_000;
export const ListApiKeysRequest = z.strictObject({
  after: z.string().exactOptional(),
  limit: z.int().min(1).max(MAX_KEYS).exactOptional(),
});
export type ListApiKeysRequest = z.output<typeof ListApiKeysRequest>;

/** The body of POST /api/v1/api-keys/{id}/rotate. */
export const RotateApiKeyInput = z
  .strictObject({
    overlap_seconds: integer({ ge: 0, le: MAX_OVERLAP }).describe('Seconds for which the old values stay valid.'),
  })
  .meta({ examples: [{ overlap_seconds: 86_400 }] });
export const RotateApiKeyRequest = z.strictObject({ ...RecordRequest.shape, ...RotateApiKeyInput.shape });
export type RotateApiKeyRequest = z.output<typeof RotateApiKeyRequest>;

export const ResolveApiKeyRequest = z.strictObject({ hash: z.string() });
export type ResolveApiKeyRequest = z.output<typeof ResolveApiKeyRequest>;

/** Maximum number of keys in one report of the gateway. */
export const MAX_USES = 1000;
const ApiKeyUse = z.strictObject({ id: z.string(), org_id: z.string(), at: timestamp() });
export const ReportApiKeyUseRequest = z.strictObject({ uses: z.array(ApiKeyUse).max(MAX_USES) });
export type ReportApiKeyUseRequest = z.output<typeof ReportApiKeyUseRequest>;
export const GetCallingKeyRequest = z.strictObject({});

/** decisions 5: Event names. */
export const apiKeyEvents = {
  'api_key.created': ApiKey,
  'api_key.rotated': ApiKey,
  'api_key.revoked': ApiKey,
} as const;

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && left.isSubsetOf(right);
}

export type Pins = Agree<
  [
    Pinned<ApiKey, ApiKeyMessage>,
    Pinned<NewApiKey, NewApiKeyMessage>,
    Pinned<RotateApiKeyRequest, RotateApiKeyMessage>,
    Pinned<ResolveApiKeyRequest, ResolveApiKeyMessage>,
    Pinned<ReportApiKeyUseRequest, ReportApiKeyUseMessage>,
  ]
>;
