import { AppError, notFound } from '#chassis/domain/errors.ts';
import { EncodedRequest } from '#chassis/rpc/encoded-request.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { EncodedReply } from '#chassis/rpc/message-codec.ts';
import { loadService } from '#chassis/rpc/proto.ts';
import { type ClientName, clientName, resources } from '#proto/common/v1/resources.contract.ts';
import type { Services } from '../../../gateway/grpc-clients.ts';

export interface FakeServices extends Services {
  /** The calls and their requests, the newest last. */
  calls: { name: string; request: Record<string, unknown>; options: CallOptions }[];
  /** Answers of rpcs, by the name of the rpc. They replace the default behaviour. */
  answers: Map<string, () => Promise<unknown>>;
}

type Message = Record<string, unknown>;

type Rpcs = Record<string, (request: never) => unknown>;

/** Stores clients, webhooks, users and orgs in memory. Replies have the form of messages: null values are absent. */
export function fakeServices(): FakeServices {
  const calls: FakeServices['calls'] = [];
  const answers: FakeServices['answers'] = new Map();
  const clients = new FakeRecords('Client', (input: Message) => ({
    contacts: [],
    status: 'active',
    ...input,
    ordersCount: 0,
    createdAt: NOW,
  }));
  const plain = (title: string) =>
    new FakeRecords(title, (input) => ({ skus: [], status: 'active', ...input, createdAt: NOW }));
  const webhooks = new FakeRecords('Webhook', (input: Message) => {
    const { secret: _, ...shown } = input;
    return { is_active: true, ...shown, org_id: 'org-1', created_at: NOW };
  });
  const users = new FakeRecords('User', (input: Message) => {
    const { password: _, ...shown } = input;
    const place = { is_active: true, is_pending: false, user_metadata: '{}', ...shown };
    return { ...place, org_id: 'org-1', created_at: NOW };
  });
  const orgs = new FakeRecords('Org', (input: Message) => ({ ...input, created_at: NOW }));
  const rpcs: Rpcs = {
    ...clients.rpcs('Client', 'client', 'updatedAt'),
    ...plain('Supplier').rpcs('Supplier', 'supplier', 'updatedAt'),
    ...plain('Material').rpcs('Material', 'material', 'updatedAt'),
    ...plain('Management account').rpcs('ManagementAccount', 'account', 'updatedAt'),
    ...webhooks.rpcs('Webhook', 'webhook', 'updated_at'),
    login: ({ password }: Message) => {
      if (password !== 'correct horse') throw new AppError('invalid_credentials', 'Invalid credentials');
      return { access_token: 'token', expires_in: 3600, user: USER };
    },
    getUser: ({ org_id }: Message) => {
      if (!['org-1', 'org-2'].includes(String(org_id))) throw notFound('User');
      return USER;
    },
    importClients: ({ clients: many }: { clients: Message[] }) => ({ ...IMPORTED, created: many.length }),
    importSuppliers: ({ suppliers: many }: { suppliers: Message[] }) => ({ ...IMPORTED, created: many.length }),
    importMaterials: ({ materials: many }: { materials: Message[] }) => ({ ...IMPORTED, created: many.length }),
    importManagementAccounts: ({ accounts: many }: { accounts: Message[] }) => ({ ...IMPORTED, created: many.length }),
    testWebhook: () => ({ delivery: DELIVERY, signed_content: 'evt_1.1.{}', eventId: 'evt_8', replayed: false }),
    listDeliveries: () => ({ data: [DELIVERY] }),
    getVersion: () => ({ service: 'any', version: '1.2.3' }),
    requestReset: () => ({}),
    resetPassword: () => ({}),
    acceptInvitation: () => ({ org_name: 'Mill', password_set: true }),
    listWebhookKeys: () => ({ keys: [{ kid: 'wk', x: 'AAAA' }] }),
  };
  const service = (own = rpcs) => {
    const service = new Proxy({} as never, {
      get: (_, name: string) => (name === 'encoded' ? encoded : call(name)),
    });
    function call(name: string) {
      return async (sent: Message | EncodedRequest<unknown>, options: CallOptions) => {
        const request = sent instanceof EncodedRequest ? decoded(name, sent) : sent;
        calls.push({ name, request, options });
        const rpc = own[name] ?? nothing;
        const answer = answers.get(name) ?? (async () => rpc(request as never));
        return withBuffers(structuredClone(await answer()));
      };
    }
    async function encoded(rpc: string, sent: Message | EncodedRequest<unknown>, options: CallOptions) {
      const answer = await call(`${rpc.charAt(0).toLowerCase()}${rpc.slice(1)}`)(sent, options);
      const definition = boms[rpc] ?? accountsOf[rpc] ?? reports[rpc] ?? requirements[rpc];
      return new EncodedReply(definition?.responseSerialize(answer as object) as Buffer);
    }
    return service;
  };
  const versions = { identity: service(), product: service(), finance: service(), notification: service() };
  const [auth, apiKeys, audit, passwords, sessions] = [service(), service(), service(), service(), service()];
  const identity = { auth, apiKeys, audit, invitations: service(), passwords, sessions };
  const people = {
    users: service(users.rpcs('User', 'user', 'updated_at')),
    orgs: service(orgs.rpcs('Org', 'org', 'updated_at')),
  };
  const records = Object.fromEntries(resources.map((resource) => [clientName(resource), service()]));
  return {
    calls,
    answers,
    ...identity,
    ...people,
    ...(records as Record<ClientName, never>),
    events: service(),
    reports: service(),
    materialRequirements: service(),
    versions,
  };
}

const boms = loadService('product', 'BomService');
const accountsOf = loadService('finance', 'ManagementAccountService');
const reports = loadService('finance', 'ReportService');
const requirements = loadService('finance', 'MaterialRequirementService');

/** Decodes the encoded request of an import or of a list of lines. */
function decoded(rpc: string, { bytes }: EncodedRequest<unknown>): Message {
  if (rpc === 'replaceBomLineItems') return boms.ReplaceBomLineItems?.requestDeserialize(bytes) as Message;
  const owner = resources.find(({ message }) => rpc === `import${message}s`);
  const rpcs = owner && loadService(owner.service, `${owner.message}Service`);
  return rpcs?.[`I${rpc.slice(1)}`]?.requestDeserialize(bytes) as Message;
}

/** Converts byte arrays in replies to buffers, as gRPC does. */
function withBuffers(reply: unknown): unknown {
  const { content } = reply as { content?: unknown };
  return ArrayBuffer.isView(content) ? { ...(reply as object), content: Buffer.from(content as Uint8Array) } : reply;
}

/** Default answer of rpcs without a fake: NOT_FOUND. */
const nothing = () => {
  throw notFound('Record');
};

const NOW = '2026-01-02T03:04:05.678Z';
const IMPORTED = { eventId: 'evt_9', replayed: false };
const USER = {
  id: 'user-1',
  email: 'ann@example.com',
  role: 'staff',
  org_id: 'org-1',
  orgs: [{ id: 'org-1', name: 'One', role: 'staff' }],
  user_metadata: '{"theme":"dark"}',
};
const DELIVERY = {
  id: 'd1',
  event_id: 'evt_1',
  event_type: 'client.created',
  attempt: 1,
  payload: '{"id":"evt_1"}',
  status_code: 200,
  response_body: 'ok',
  duration_ms: 3,
  delivered_at: NOW,
  success: true,
};

class FakeRecords {
  readonly #records = new Map<string, { record: Message; revision: number }>();
  readonly #resource: string;
  readonly #make: (input: Message) => Message;

  constructor(resource: string, make: (input: Message) => Message) {
    this.#resource = resource;
    this.#make = make;
  }

  rpcs(name: string, key: string, updated: string) {
    return {
      [`create${name}`]: (request: Message) =>
        this.#save(String(this.#records.size + 1), { ...this.#make(request[key] as Message), [updated]: NOW }, 1),
      [`get${name}`]: ({ id }: { id: string }) => ({ ...this.#find(id), eventId: '', replayed: false }),
      [`list${name}s`]: ({ query }: { query: { page: number; limit: number; after?: string } }) => {
        const all = [...this.#records.values()].map(({ record }) => record);
        const from = query.after ? Number(query.after) : (query.page - 1) * query.limit;
        const next = from + query.limit < all.length ? { next: String(from + query.limit) } : {};
        return { data: all.slice(from, from + query.limit), total: all.length, ...next };
      },
      [`update${name}`]: (request: { id: string; expectedRevision?: number; patch: Message; fields: string[] }) => {
        const { record, revision } = this.#find(request.id, request.expectedRevision);
        const held = new Map(Object.entries(request.patch));
        const changed = Object.fromEntries(request.fields.map((field) => [field, held.get(field)]));
        return this.#save(request.id, { ...record, ...changed }, revision + 1);
      },
      [`delete${name}`]: (request: { id: string; expectedRevision?: number }) => {
        this.#find(request.id, request.expectedRevision);
        this.#records.delete(request.id);
        return { deletedId: request.id, eventId: 'evt_d', replayed: false };
      },
      [`archive${name}`]: (request: { id: string; expectedRevision?: number }) => {
        const { record, revision } = this.#find(request.id, request.expectedRevision);
        if (record.status === 'archived')
          throw new AppError('invalid_transition', 'The client is archived; allowed: restore');
        return this.#save(request.id, { ...record, status: 'archived' }, revision + 1);
      },
    };
  }

  #find(id: string, expected?: number) {
    const held = this.#records.get(id);
    if (!held) throw notFound(this.#resource);
    if (expected !== undefined && expected !== held.revision)
      throw new AppError('version_mismatch', 'The record has changed');
    return held;
  }

  #save(id: string, record: Message, revision: number) {
    const held = { record: { ...record, id }, revision };
    this.#records.set(id, held);
    return { ...held, eventId: `evt_${id}_${revision}`, replayed: false };
  }
}
