import { AppError, invalidField } from '#chassis/domain/errors.ts';
import { checkRevision } from '#chassis/domain/record.ts';
import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { changesOf, keyOf, recordMethods, replyOf } from '#chassis/records/record-methods.ts';
import { type Call, implement, unary } from '#chassis/rpc/grpc-server.ts';
import { MAX_IMPORT, RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateStyleRequest,
  ImportStylesRequest,
  ListStylesRequest,
  SetKitRequest,
  UpdateStyleRequest,
} from '#proto/product/v1/style.contract.ts';
import type { ClientRepository } from '../clients/repository.ts';
import { leastBytes } from './domain/sku.ts';
import {
  archiveStyle,
  createStyle,
  deleteStyle,
  droppedSkus,
  refuseLargeImport,
  restoreStyle,
  type Style,
  type StyleChanges,
  setKit,
  skuOf,
  updateStyle,
} from './domain/style.ts';
import type { StyleRepository } from './repository.ts';

interface StyleParts {
  styles: StyleRepository;
  clients: ClientRepository;
  documentIds: DocumentIds;
}

type Session = Parameters<StyleRepository['find']>[2];

const PREFIX = 'STY';
/** Styles of an import that are read at once: each has up to 2,000 SKUs, which its line need not show. */
const STYLES_AT_ONCE = 25;
/** SKUs of the styles that are made and written at once, but for the last one's. */
const SKUS_AT_ONCE = 1_000;

export function styleHandlers({ styles, clients, documentIds }: StyleParts) {
  const methods = recordMethods({
    resource: 'Style',
    scope: 'styles',
    reader: 'client',
    records: styles,
    request: RecordRequest,
    // interface: Roles. A client caller reads its own client's styles.
    visibleTo: ({ role, clientId }) => (role === 'client' ? { clientId: clientId ?? '' } : {}),
  });

  /** Clients as the transaction sees them: one that is being deleted collides with what names it. */
  async function checkClients(named: { clientId?: string | null }[], call: Call, session?: Session, at: At = () => []) {
    const ids = new Set(named.flatMap(({ clientId }) => clientId ?? []));
    const found = await clients.findMany(call.principal.orgId, [...ids], session);
    const known = new Set(found.map(({ id }) => id));
    for (const [index, { clientId }] of named.entries()) {
      if (clientId && !known.has(clientId)) throw noClient(at(index), clientId);
    }
  }

  return implement('product', 'StyleService', {
    CreateStyle: methods.create(CreateStyleRequest, async ({ style }, call) => {
      const { orgId } = call.principal;
      const documentId = await documentIds.next(orgId, PREFIX, call.now);
      const decision = createStyle(style, newStyle(call, documentId));
      if (style.clientId === undefined) return decision;
      return async (session: Session) => {
        await checkClients([style], call, session);
        return decision;
      };
    }),
    GetStyle: methods.get(),
    ListStyles: methods.list(ListStylesRequest),
    UpdateStyle: unary(
      UpdateStyleRequest,
      async (request, call) => {
        const changes: StyleChanges = changesOf(request);
        const key = keyOf(request, call);
        const decide = async (before: Style, session?: Session) => {
          const { clientId = null } = changes;
          if (clientId !== before.clientId) await checkClients([{ clientId }], call, session);
          return updateStyle(before, changes, call.now, newId);
        };
        if (!changes.colors && !changes.sizes) return replyOf(await styles.update(call, key, decide));
        const seen = await styles.get(key.orgId, key.id);
        checkRevision('Style', seen, key.expectedRevision);
        const dropped = droppedSkus(seen, (await decide(seen)).state);
        return replyOf(await styles.updateDropping(call, { ...key, id: seen.id }, dropped, decide));
      },
      { role: 'staff', scope: 'update:styles' },
    ),
    DeleteStyle: methods.delete(deleteStyle),
    ArchiveStyle: methods.move(archiveStyle),
    RestoreStyle: methods.move(restoreStyle),
    ImportStyles: methods.import(ImportStylesRequest, {
      max: MAX_IMPORT,
      part: STYLES_AT_ONCE,
      numbers: (count, { principal, now }) => documentIds.nextMany(principal.orgId, PREFIX, now, count),
      async *decide(parts, call, session) {
        let bytes = 0;
        for (const { request, numbers, from } of parts) {
          const inputs = request.styles;
          for (const { colors, sizes } of inputs) bytes += leastBytes(colors, sizes);
          refuseLargeImport(bytes);
          await checkClients(inputs, call, session, (index) => ['styles', String(from + index)]);
          yield* inBatches(inputs, (input, index) => createStyle(input, newStyle(call, numbers[index] as string)));
        }
      },
    }),
    SetKit: unary(
      SetKitRequest,
      async ({ skuId, kittedBundle, ...request }, call) => {
        const written = await styles.update(call, keyOf(request, call), async (before, session) => {
          const sku = skuOf(before, skuId);
          if (kittedBundle.length > 0) await refuseNested(styles, before.orgId, sku, session);
          const keys = kittedBundle.map((entry) => entry.skuId);
          const found = await styles.components(before.orgId, keys, session);
          const packed = kittedBundle.map((entry) => ({ ...entry, component: found.get(entry.skuId) }));
          return setKit(before, sku, packed, call.now);
        });
        return replyOf(written);
      },
      { role: 'staff', scope: 'update:styles' },
    ),
  });
}

const newStyle = ({ principal: { orgId }, now }: Call, documentId: string) => ({ orgId, documentId, now, newId });

type Created = ReturnType<typeof createStyle>;

/** Those of up to 2,000 SKUs are made one by one, others many at a time. */
function* inBatches<Input>(inputs: Input[], create: (input: Input, index: number) => Created): Generator<Created[]> {
  let batch: Created[] = [];
  let skus = 0;
  for (const [index, input] of inputs.entries()) {
    const created = create(input, index);
    batch.push(created);
    skus += created.state.skuCount;
    if (skus < SKUS_AT_ONCE) continue;
    yield batch;
    [batch, skus] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Where in the body a style is. */
type At = (index: number) => string[];

function noClient(at: string[], clientId: string) {
  return invalidField(['body', ...at, 'clientId'], 'no client has this id; POST /api/v1/clients creates one', clientId);
}

async function refuseNested(styles: StyleRepository, orgId: string, sku: ReturnType<typeof skuOf>, session: Session) {
  const holder = await styles.holderOf(orgId, sku, session);
  if (holder === undefined) return;
  throw new AppError('in_use', `SKU ${sku.documentId} is in kit ${holder}: a kit holds no kits`);
}
