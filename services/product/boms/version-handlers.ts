import { newId } from '#chassis/mongo/mongo.ts';
import { keyOf } from '#chassis/records/record-methods.ts';
import { type Call, encodedUnary, unary } from '#chassis/rpc/grpc-server.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  BomVersionRequest,
  CompareBomVersionsRequest,
  CreateBomVersionRequest,
  ListBomVersionsRequest,
} from '#proto/product/v1/contract.ts';
import { newVersionChange } from './bom-change.ts';
import { chosenMaterials } from './bom-context.ts';
import type { HandlerDependencies } from './bom-writes.ts';
import { type Bom, latestOf, versionOf } from './domain/bom.ts';
import { lineViews, versionOutline } from './domain/bom-view.ts';
import { compareVersions, type LineItemDiff, type Side } from './domain/comparison.ts';
import { costOf } from './domain/cost.ts';
import { pageOfVersions } from './domain/version-list.ts';
import { encodedVersionReply } from './encoded-version.ts';
import { usageOf } from './usage.ts';
import { writeVersion } from './written-version.ts';

/** decisions 6: BOM. */
const DEFAULT_DESCRIPTION = 'New version';
const reading = { role: 'staff', scope: 'read:bom' } as const;

export function versionHandlers(room: HandlerDependencies) {
  const { boms, dependencies, turns } = room;

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

  async function sideOf(bom: Bom, key: string): Promise<Side> {
    const version = versionOf(bom, key);
    return { version, content: await boms.content(bom.orgId, version) };
  }

  return {
    CreateBomVersion: encodedUnary(
      CreateBomVersionRequest,
      ({ version: { changeDescription = DEFAULT_DESCRIPTION, createdById }, ...request }, call) => {
        const made = { changeDescription, createdById: createdById ?? call.principal.id, newId };
        return writeVersion(room, call, {
          key: keyOf(request, call),
          decide: (before) => newVersionChange(before, { ...made, id: newId() }, call.now),
          written: latestOf,
        });
      },
      // A version is a change of its BOM (decisions 3: Scopes).
      { role: 'staff', scope: 'update:bom' },
    ),
    GetBomVersion: encodedUnary(
      BomVersionRequest,
      (request, call) =>
        readVersion(request, call, async (bom, { version, content }) => {
          const outline = versionOutline(version);
          const lines = lineViews(outline, content, await dependencies.rates(bom.orgId));
          const head = { revision: bom.revision, eventId: '', replayed: false };
          return encodedVersionReply(head, { outline, lines });
        }),
      reading,
    ),
    ListBomVersions: unary(
      ListBomVersionsRequest,
      async ({ id, query }, { principal }) => {
        const { versions } = await boms.get(principal.orgId, id);
        const page = pageOfVersions(versions, query);
        return { ...page, data: page.data.map(versionOutline) };
      },
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
            const [a, b, rates] = await Promise.all([...sides, dependencies.rates(bom.orgId)]);
            const { lineItemDiffs, ...comparison } = compareVersions(a, b, rates);
            return { ...comparison, lineItemDiffs: lineItemDiffs.map(diffOnWire) };
          },
        ),
      reading,
    ),
    GetBomCost: unary(
      BomVersionRequest,
      (request, call) =>
        readVersion(request, call, async ({ orgId }, { version, content }) => {
          const rates = await dependencies.rates(orgId);
          const materials = await chosenMaterials(orgId, content.lineItems, dependencies);
          return costOf(version, content, { rates, materials });
        }),
      reading,
    ),
    GetBomUsage: unary(
      RecordRequest,
      async ({ id }, { principal: { orgId } }) => usageOf(await boms.get(orgId, id), dependencies),
      reading,
    ),
  };
}

/** Values of any type are JSON text on the wire; null is absent. */
const diffOnWire = ({ fieldDifferences, ...diff }: LineItemDiff) => ({
  ...diff,
  fieldDifferences: fieldDifferences.map(({ field, oldValue, newValue }) => ({
    field,
    oldValue: textOf(oldValue),
    newValue: textOf(newValue),
  })),
});

const textOf = (value: string | number | null): string | null => (value === null ? null : JSON.stringify(value));
