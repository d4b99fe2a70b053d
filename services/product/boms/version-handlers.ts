import { newId } from '#chassis/mongo/mongo.ts';
import { NOT_WRITTEN } from '#chassis/records/command.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { encodedUnary, unary } from '#chassis/rpc/endpoint.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  BomVersionRequest,
  CompareBomVersionsRequest,
  CreateBomVersionRequest,
  ListBomVersionsRequest,
} from '#proto/product/v1/contract.ts';
import { chosenMaterials } from './bom-dependencies.ts';
import { type BomParts, bomCommand } from './commands.ts';
import { type Bom, versionOf } from './domain/bom.ts';
import { newVersionChange } from './domain/bom-change.ts';
import { pageOfVersions } from './domain/bom-version.ts';
import { lineViews, versionOutline } from './domain/bom-view.ts';
import { compareVersions, type LineItemDiff, type Side } from './domain/comparison.ts';
import { costOf } from './domain/cost.ts';
import { encodedVersionReply, rememberedVersion, replyOfVersion, withAuthors, writtenVersion } from './replies.ts';
import { usageOf } from './usage.ts';

/** Default of `changeDescription` (decisions 6: BOM). */
const DEFAULT_DESCRIPTION = 'New version';
const reading = { role: 'staff', scope: 'read:bom' } as const;
/** A new version is a change of the BOM (decisions 3: Scopes). */
const writing = { role: 'staff', scope: 'update:bom' } as const;

export function versionHandlers(parts: BomParts) {
  const { boms, dependencies, authors, turns } = parts;

  const readVersion = <T>(
    { id, version: key }: { id: string; version: string },
    call: Call,
    answer: (bom: Bom, side: Side) => Promise<T>,
  ): Promise<T> =>
    turns.read(
      call,
      id,
      (bom) => [versionOf(bom, key)],
      async (bom) => answer(bom, await sideOf(bom, key)),
    );

  const readOutline = (
    { id, version: key }: { id: string; version: string },
    call: Call,
    onlyFields: readonly string[],
  ) =>
    turns.read(call, id, NO_LINES, async (bom) => {
      const shown = { record: versionOutline(versionOf(bom, key)) };
      const { record: outline } = await withAuthors(authors, shown, call, onlyFields);
      return encodedVersionReply({ revision: bom.revision, ...NOT_WRITTEN }, { outline, lines: [] });
    });

  async function sideOf(bom: Bom, key: string): Promise<Side> {
    const version = versionOf(bom, key);
    return { version, content: await boms.content(bom.orgId, version) };
  }

  return {
    CreateBomVersion: bomCommand(parts, CreateBomVersionRequest, writing, {
      async change({ version: { changeDescription = DEFAULT_DESCRIPTION, createdById } }, before, tx) {
        const made = { id: newId(), changeDescription, createdById: createdById ?? tx.principal.id, newId };
        const state = await boms.save(tx, before, newVersionChange(before, made, tx.now));
        return writtenVersion(state, made.id);
      },
      remember: rememberedVersion,
      reply: replyOfVersion(parts),
    }),
    GetBomVersion: encodedUnary(
      BomVersionRequest,
      ({ onlyFields = [], ...request }, call) => {
        if (onlyFields.length > 0 && !onlyFields.some((name) => LINES.has(name))) {
          return readOutline(request, call, onlyFields);
        }
        return readVersion(request, call, async (bom, { version, content }) => {
          const head = { revision: bom.revision, ...NOT_WRITTEN };
          const { record: outline } = await withAuthors(authors, { record: versionOutline(version) }, call);
          const lines = lineViews(outline, content, await dependencies.rates(bom));
          return encodedVersionReply(head, { outline, lines });
        });
      },
      reading,
    ),
    ListBomVersions: unary(
      ListBomVersionsRequest,
      ({ id, query }, call) =>
        turns.read(call, id, NO_LINES, async ({ versions }) => {
          const page = pageOfVersions(versions, query);
          return { ...page, data: await authors(page.data.map(versionOutline), call, query.onlyFields) };
        }),
      reading,
    ),
    CompareBomVersions: unary(
      CompareBomVersionsRequest,
      ({ id, versionA, versionB }, call) =>
        turns.read(
          call,
          id,
          (bom) => [versionOf(bom, versionA), versionOf(bom, versionB)],
          async (bom) => {
            const sides = [sideOf(bom, versionA), sideOf(bom, versionB)] as const;
            const [a, b, rates] = await Promise.all([...sides, dependencies.rates(bom)]);
            const { lineItemDiffs, ...comparison } = compareVersions(a, b, rates);
            const [named] = await authors([comparison], call);
            return { ...(named ?? comparison), lineItemDiffs: lineItemDiffs.map(diffOnWire) };
          },
        ),
      reading,
    ),
    GetBomCost: unary(
      BomVersionRequest,
      (request, call) =>
        readVersion(request, call, async (bom, { version, content }) => {
          const rates = await dependencies.rates(bom);
          const materials = await chosenMaterials(bom, content.lineItems, dependencies);
          const cost = costOf(version, content, { rates, materials });
          return (await authors([cost], call))[0] ?? cost;
        }),
      reading,
    ),
    GetBomUsage: unary(
      RecordRequest,
      ({ id }, call) => turns.read(call, id, NO_LINES, (bom) => usageOf(bom, dependencies)),
      reading,
    ),
  };
}

const NO_LINES = () => [];
/** The fields of a version that have its lines. */
const LINES: ReadonlySet<string> = new Set(['lineItems', 'groupedLineItems']);

/** Values of any type are sent as JSON text. null is absent. */
const diffOnWire = ({ fieldDifferences, ...diff }: LineItemDiff) => ({
  ...diff,
  fieldDifferences: fieldDifferences.map(({ field, oldValue, newValue }) => ({
    field,
    oldValue: textOf(oldValue),
    newValue: textOf(newValue),
  })),
});

const textOf = (value: string | number | null): string | null => (value === null ? null : JSON.stringify(value));
