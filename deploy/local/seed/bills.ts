import type { Api } from './api.ts';
import type { Catalog } from './catalog.ts';
import { linesOf, type PlannedLine, type Stage, VERSIONS } from './data/bill-of-material.ts';
import { type Style, styles } from './data/styles.ts';
import { suppliers } from './data/suppliers.ts';
import type { Team } from './people.ts';

export interface Bill {
  id: string;
  status: string;
  currentVersion: number;
  versions: Version[];
}

interface Version {
  id: string;
  versionNumber: number;
  status: string;
  lineItems: { id: string; description: string; category: string; buyingTolerance: number }[];
}

type Move = 'write' | 'submit' | 'reject' | 'resubmit' | 'approve' | 'revise';
type Ending = 'approved' | 'submitted' | 'draft' | 'rejected';

const ENDINGS = ['approved', 'submitted', 'draft', 'rejected'] as const;
const REASONS = { first: 'No allowance for what is lost in cutting', last: 'The target price is missed' };
const CHANGES = ['', 'First version', 'Second source for cloth, season card', 'Negotiated prices for trims'];

/** Moves the style's bill from its current state to its planned end. A bill at its end stays unchanged. */
export async function walkBill(style: Style, catalog: Catalog, team: Team): Promise<Bill> {
  let bill = await openBill(style, catalog, team.merchandiser.api);
  for (;;) {
    const move = nextMove(bill, endingOf(style));
    if (!move) return bill;
    bill = await make(move, bill, (stage) => writtenLines(linesOf(style, stage), catalog), team);
  }
}

/** The final status of a style's third version. Each of the four occurs. */
export const endingOf = (style: Style): Ending => ENDINGS[styles.indexOf(style) % ENDINGS.length] ?? 'approved';

function nextMove({ currentVersion, status, versions }: Bill, ending: Ending): Move | undefined {
  if (currentVersion > VERSIONS || (currentVersion === VERSIONS && status === ending)) return undefined;
  const lines = versions.at(-1)?.lineItems ?? [];
  switch (status) {
    case 'draft':
      return lines.length === 0 ? 'write' : 'submit';
    case 'rejected':
      return 'resubmit';
    case 'submitted': {
      const isLast = currentVersion === VERSIONS;
      const hasAllowance = lines.some(({ category, buyingTolerance }) => category === 'Fabric' && buyingTolerance > 0);
      return !hasAllowance || (isLast && ending === 'rejected') ? 'reject' : 'approve';
    }
    default:
      return 'revise';
  }
}

async function make(move: Move, bill: Bill, lines: (stage: Stage) => object[], team: Team): Promise<Bill> {
  const path = `/api/v1/bom/${bill.id}`;
  const [writer, judge] = [team.merchandiser.api, team.headOfProduct.api];
  switch (move) {
    case 'write':
      return write(writer, bill, lines('drafted'));
    case 'submit':
      return writer.send('POST', `${path}/submit`);
    case 'reject': {
      const rejectionReason = bill.currentVersion === VERSIONS ? REASONS.last : REASONS.first;
      return judge.send('POST', `${path}/reject`, { rejectionReason });
    }
    case 'resubmit':
      await write(writer, bill, lines('corrected'));
      return writer.send('POST', `${path}/submit`);
    case 'approve':
      return judge.send('POST', `${path}/approve`);
    case 'revise': {
      const changeDescription = CHANGES[bill.currentVersion + 1];
      const added = await writer.send<Version>('POST', `${path}/versions`, { changeDescription });
      const stage = bill.currentVersion === 1 ? 'resourced' : 'negotiated';
      return write(writer, withLatest(bill.versions, added, bill), lines(stage));
    }
  }
}

async function openBill(style: Style, catalog: Catalog, api: Api): Promise<Bill> {
  const styleId = catalog.styles.get(style.refId)?.id ?? '';
  const { data } = await api.get<{ data: { id: string }[] }>(`/api/v1/bom?styleId=${styleId}&limit=1&sort=created_at`);
  return data[0] ? api.get(`/api/v1/bom/${data[0].id}`) : api.send('POST', '/api/v1/bom', { styleId });
}

/**
 * Replaces the lines of the latest version. A line keeps the id of the earlier line, so that versions can be compared
 * by line.
 */
async function write(api: Api, bill: Bill, lines: object[]): Promise<Bill> {
  const { id, currentVersion, versions } = bill;
  const known = new Map(versions.at(-1)?.lineItems.map((line) => [line.description, line.id]));
  const lineItems = lines.map((line) => {
    const lineId = known.get((line as PlannedLine).description);
    return lineId ? { ...line, id: lineId } : line;
  });
  const path = `/api/v1/bom/${id}/versions/${currentVersion}/line-items`;
  return withLatest(versions.slice(0, -1), await api.send<Version>('PUT', path, { lineItems }), bill);
}

const withLatest = (earlier: Version[], latest: Version, bill: Bill): Bill => ({
  ...bill,
  status: latest.status,
  currentVersion: latest.versionNumber,
  versions: [...earlier, latest],
});

/** The lines in the form of the API. */
function writtenLines(lines: PlannedLine[], { materials, suppliers: supplierIds }: Catalog): object[] {
  return lines.map(({ options, chosen, ...line }) => ({
    ...line,
    materialCostInNativeCurrency: options.find(({ material }) => material === chosen)?.cost,
    nativeCurrency: chosen.nativeCurrency,
    estimatedMaterialPreparationLeadTime: chosen.leadTimeDays,
    chosenAssignedMaterialId: materials.get(chosen.refId),
    assignedMaterialOptions: options.map(({ material, cost }, index) => ({
      materialId: materials.get(material.refId),
      supplierId: supplierIds.get(suppliers[material.supplier].name),
      cost,
      currency: material.nativeCurrency,
      leadTimeDays: material.leadTimeDays,
      moq: material.moq,
      priority: index + 1,
      isPreferred: index === 0,
    })),
  }));
}
