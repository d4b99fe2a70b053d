import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { AppError, invalidField } from '#chassis/domain/errors.ts';
import { checkRevision } from '#chassis/domain/record.ts';
import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { commandOf, replyOf } from '#chassis/records/command.ts';
import { changesOf, recordMethods } from '#chassis/records/record-methods.ts';
import type { RecordKey } from '#chassis/records/records.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { implement, unary } from '#chassis/rpc/endpoint.ts';
import { refuseOutOfTurn } from '#chassis/rpc/out-of-turn.ts';
import type { ReadScope, Transaction, Writer } from '#chassis/unit-of-work/write.ts';
import { MAX_IMPORT, RecordRequest } from '#proto/common/v1/contract.ts';
import { SetKitRequest, type StyleInput, style } from '#proto/product/v1/style.contract.ts';
import type { ClientRepository } from '../clients/repository.ts';
import { bytesOf, leastBytes } from './domain/sku.ts';
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
import { NO_SKUS, type ReservedSkus, type StyleRepository } from './repository.ts';

interface StyleParts {
  writer: Writer;
  styles: StyleRepository;
  clients: ClientRepository;
  /** The styles of the BOMs with a material. */
  boms: { stylesWithMaterial(orgId: string, materialId: string): Promise<string[]> };
  documentIds: DocumentIds;
}

type Named = { clientId?: string | null };

const PREFIX = 'STY';
/** Styles of an import that are read in one step. Each style has up to 2,000 SKUs, even if its line is short. */
const STYLES_AT_ONCE = 25;
/** A batch of an import is written when its styles have this many SKUs or more. */
const SKUS_AT_ONCE = 1_000;

export function styleHandlers({ writer, styles, clients, boms, documentIds }: StyleParts) {
  const command = commandOf(writer);
  // The size of a style is unknown until it is read, and a hundred large styles take hundreds of megabytes.
  const readings = new FairQueue({ name: 'product.styles', limit: 16, each: 8 });
  const methods = recordMethods({
    of: style,
    writer,
    records: styles,
    request: RecordRequest,
    // A user with the role `client` reads only the styles of its client (interface: Roles).
    visibleTo: ({ role, clientId }) => (role === 'client' ? { clientId: clientId ?? '' } : {}),
  });

  /**
   * Checks that the clients exist. In a transaction, the concurrent delete of a client conflicts with the new reference.
   * Errors: validation_failed.
   */
  async function checkClients(scope: ReadScope, named: Named[], at: At = () => []) {
    const ids = new Set(named.flatMap(({ clientId }) => clientId ?? []));
    const found = await clients.findMany(scope, [...ids]);
    const known = new Set(found.map(({ id }) => id));
    for (const [index, { clientId }] of named.entries()) {
      if (clientId && !known.has(clientId)) throw noClient(at(index), clientId);
    }
  }

  async function checkNewClient(scope: ReadScope, before: Style, { clientId = null }: StyleChanges) {
    if (clientId !== before.clientId) await checkClients(scope, [{ clientId }]);
  }

  /**
   * Reserves the SKUs that the change removes with finance, which must agree. Errors: not_found, version_mismatch,
   * validation_failed; in_use and upstream_unavailable of finance.
   */
  async function reserveDropped(request: RecordKey, changes: StyleChanges, call: Call): Promise<ReservedSkus> {
    const { principal, now } = call;
    const seen = await readings.run(principal.orgId, call, () => styles.get(principal.orgId, request.id));
    checkRevision('Style', seen, request.expectedRevision);
    await checkNewClient(principal, seen, changes);
    const after = updateStyle(seen, changes, now, newId).state;
    // A refusal must come before the reservation.
    refuseOutOfTurn(call.context, bytesOf(after.skus));
    return styles.reserveSkus(call, seen, droppedSkus(seen, after));
  }

  /** The filters, with the ids of the styles instead of the material. Materials are not for clients. */
  async function byMaterial({ materialId, ...filters }: { materialId?: string }, { principal }: Call): Promise<object> {
    if (materialId === undefined) return filters;
    const { role, orgId } = principal;
    return { ...filters, id: role === 'client' ? [] : await boms.stylesWithMaterial(orgId, materialId) };
  }

  const get = methods.get();

  return implement('product', 'StyleService', {
    CreateStyle: unary(
      style.requests.create,
      async ({ style }, call) => {
        const { orgId } = call.principal;
        refuseOutOfTurn(call.context, leastBytes(style.colors, style.sizes));
        const documentId = await documentIds.next(orgId, PREFIX, call.now);
        const decision = createStyle(style, { orgId, documentId, now: call.now, newId });
        const written = await writer.create(call, async (tx) => {
          await checkClients(tx, [style]);
          return styles.add(tx, decision);
        });
        return replyOf(written);
      },
      methods.access.create,
    ),
    GetStyle: {
      ...get,
      answer: (request, call) => readings.run(call.principal.orgId, call, () => get.answer(request, call)),
    },
    ListStyles: methods.list(style.requests.list, byMaterial),
    UpdateStyle: unary(
      style.requests.update,
      async (request, call) => {
        const changes: StyleChanges = changesOf(request);
        const reserve = async () =>
          changes.colors || changes.sizes ? reserveDropped(request, changes, call) : NO_SKUS;
        const written = await writer.writeReserved(call, reserve, async (tx, reserved) => {
          const before = await styles.load(tx, request);
          await checkNewClient(tx, before, changes);
          // If another write has changed the SKUs since the reservation, `save` throws Outdated, and the write starts again.
          return styles.save(tx, before, updateStyle(before, changes, tx.now, newId), reserved);
        });
        return replyOf(written);
      },
      methods.access.update,
    ),
    DeleteStyle: methods.delete(deleteStyle),
    ArchiveStyle: methods.move(archiveStyle),
    RestoreStyle: methods.move(restoreStyle),
    ImportStyles: methods.import(style.requests.import, {
      max: MAX_IMPORT,
      part: STYLES_AT_ONCE,
      numbers: (count, { principal, now }) => documentIds.nextMany(principal.orgId, PREFIX, now, count),
      async *make(parts, tx) {
        const { orgId, now } = tx;
        let bytes = 0;
        for (const { request, numbers, from } of parts) {
          const inputs = request.styles;
          for (const { colors, sizes } of inputs) bytes += leastBytes(colors, sizes);
          refuseLargeImport(bytes);
          await checkClients(tx, inputs, (index) => ['styles', String(from + index)]);
          const create = (input: StyleInput, index: number) =>
            createStyle(input, { orgId, documentId: numbers[index] as string, now, newId });
          yield* inBatches(inputs, create);
        }
      },
    }),
    SetKit: command(SetKitRequest, methods.access.update, async ({ skuId, kittedBundle, ...key }, tx) => {
      const before = await styles.load(tx, key);
      const sku = skuOf(before, skuId);
      if (kittedBundle.length > 0) await refuseNested(styles, sku, tx);
      const keys = kittedBundle.map((entry) => entry.skuId);
      const found = await styles.components(tx, keys);
      const packed = kittedBundle.map((entry) => ({ ...entry, component: found.get(entry.skuId) }));
      return styles.save(tx, before, setKit(before, sku, packed, tx.now));
    }),
  });
}

type Created = ReturnType<typeof createStyle>;

/** Creates the styles in batches of SKUS_AT_ONCE SKUs or more, so that a large style has a batch of its own. */
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

/** Path in the body of the style at `index`. */
type At = (index: number) => string[];

function noClient(at: string[], clientId: string) {
  return invalidField(['body', ...at, 'clientId'], 'no client has this id; POST /api/v1/clients creates one', clientId);
}

async function refuseNested(styles: StyleRepository, sku: ReturnType<typeof skuOf>, tx: Transaction) {
  const holder = await styles.holderOf(tx, sku);
  if (holder === undefined) return;
  throw new AppError('in_use', `SKU ${sku.documentId} is in kit ${holder}: a kit cannot contain kits`);
}
