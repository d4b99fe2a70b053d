import { z } from 'zod';
import { described, ListQuery, longText, RecordRequest, recordId, text, timestamp } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { Moves, Special } from '../../common/v1/resource.contract.ts';
import { severalOf } from '../../common/v1/several.contract.ts';
import type { Bom as BomMessage } from '../../gen/product/v1/Bom.ts';
import type { BomInput as BomInputMessage } from '../../gen/product/v1/BomInput.ts';
import type { BomOutline as BomOutlineMessage } from '../../gen/product/v1/BomOutline.ts';
import type { BomUsage as BomUsageMessage } from '../../gen/product/v1/BomUsage.ts';
import type { BomVersionRequest as BomVersionRequestMessage } from '../../gen/product/v1/BomVersionRequest.ts';
import type { CreateBomVersionRequest as CreateBomVersionMessage } from '../../gen/product/v1/CreateBomVersionRequest.ts';
import type { ListBomsRequest as ListBomsMessage } from '../../gen/product/v1/ListBomsRequest.ts';
import type { ListBomVersionsRequest as ListBomVersionsMessage } from '../../gen/product/v1/ListBomVersionsRequest.ts';
import type { RejectBomRequest as RejectBomMessage } from '../../gen/product/v1/RejectBomRequest.ts';
import type { UpdateBomRequest as UpdateBomMessage } from '../../gen/product/v1/UpdateBomRequest.ts';
import { BomLineItem, bomWords } from './bom-line-item.contract.ts';

/** decisions 4: BOM version. */
export const BomStatus = z
  .enum(['draft', 'submitted', 'approved', 'rejected', 'withdrawn', 'superseded'])
  .describe(
    'Status of a BOM version. Lines can be changed in `draft` and `rejected`. Only submit, approve, reject and newer versions change the status.',
  );

export const BomStyle = z.strictObject(
  described({
    id: z.string(),
    documentId: z.string().nullable(),
    name: z.string().nullable().describe('Name of the style.'),
    refId: z.string().nullable().describe('Your own reference number of the style.'),
  }),
);

const BomLineItemGroup = z.strictObject({
  category: text().describe('Name of the category.'),
  items: z.array(BomLineItem).describe('Lines of the category.'),
});

/** interface: the summary of a version in Bill of material and BOM version comparison. */
export const BomVersionSummary = z.strictObject(
  described(
    {
      id: z.string(),
      documentId: z.string(),
      versionNumber: z.int(),
      changeDescription: longText().nullable(),
      createdAt: timestamp(),
      status: BomStatus,
      submittedAt: timestamp().nullable(),
      submittedById: z.string().nullable(),
      submittedByName: z.string().nullable(),
      approvedById: z.string().nullable(),
      approvedByName: z.string().nullable(),
      rejectionReason: longText().nullable(),
    },
    bomWords,
  ),
);

/** A version in a list: without its lines. */
export const BomVersionOutline = z.strictObject(
  described(
    {
      id: z.string(),
      documentId: z.string(),
      versionNumber: z.int(),
      changeDescription: longText().nullable(),
      createdAt: timestamp(),
      createdById: z.string().nullable(),
      createdByName: z.string().nullable(),
      status: BomStatus,
      submittedAt: timestamp().nullable(),
      submittedById: z.string().nullable(),
      submittedByName: z.string().nullable(),
      approvedAt: timestamp().nullable(),
      approvedById: z.string().nullable(),
      approvedByName: z.string().nullable(),
      rejectedAt: timestamp().nullable(),
      rejectedById: z.string().nullable(),
      rejectedByName: z.string().nullable(),
      rejectionReason: longText().nullable(),
      lineItemCount: z.int(),
      updatedAt: timestamp(),
    },
    bomWords,
  ),
);

/** interface: BOM version. */
export const BomVersion = z.strictObject(
  described(
    {
      ...BomVersionOutline.shape,
      lineItems: z.array(BomLineItem),
      groupedLineItems: z.array(BomLineItemGroup),
    },
    bomWords,
  ),
);

const bomShape = described(
  {
    id: z.string(),
    documentId: z.string(),
    currentVersion: z.int(),
    versionCount: z.int(),
    styleId: z.string(),
    style: BomStyle.nullable(),
    latestVersion: BomVersionSummary,
    status: BomStatus,
    createdAt: timestamp(),
    updatedAt: timestamp(),
    submittedAt: timestamp().nullable(),
    createdById: z.string().nullable(),
    createdByName: z.string().nullable(),
    submittedById: z.string().nullable(),
    submittedByName: z.string().nullable(),
    approvedById: z.string().nullable(),
    approvedByName: z.string().nullable(),
  },
  bomWords,
);

/** A BOM in a list. */
export const BomOutline = z.strictObject(described({ ...bomShape, versions: z.array(BomVersionOutline) }, bomWords));

const LEFT_OUT =
  'Lines of the version. Absent from older versions if all lines are too many for one answer. Read the version to get them.';

/** interface: Bill of material. */
export const Bom = z.strictObject(
  described(
    {
      ...bomShape,
      versions: z.array(
        z.strictObject({
          ...BomVersionOutline.shape,
          lineItems: z.array(BomLineItem).exactOptional().describe(LEFT_OUT),
          groupedLineItems: z.array(BomLineItemGroup).exactOptional().describe(LEFT_OUT),
        }),
      ),
    },
    bomWords,
  ),
);

export const BomInput = z
  .strictObject(described({ styleId: text({ min: 1 }), createdById: text().exactOptional() }, bomWords))
  .meta({ examples: [{ styleId: '{style_id}' }] });
export const BomPatch = z
  .strictObject(described({ styleId: text({ min: 1 }).exactOptional() }, bomWords))
  .meta({ examples: [{ styleId: '{style_id}' }] });

export const BomVersionInput = z
  .strictObject(
    described({ changeDescription: longText().exactOptional(), createdById: text().exactOptional() }, bomWords),
  )
  .meta({ examples: [{ changeDescription: 'Second source for cloth' }] });

export const BomRejection = z
  .strictObject(described({ rejectionReason: longText().exactOptional() }, bomWords))
  .meta({ examples: [{ rejectionReason: 'No allowance for what is lost in cutting' }] });

/** interface: BOM usage. */
export const BomUsage = z.strictObject({
  bomId: z.string().describe('Id of the BOM.'),
  usageCount: z.int().describe('Number of places that refer to the BOM.'),
  items: z
    .array(
      z.strictObject({
        type: z
          .enum(['style', 'kit', 'sales_order', 'purchase_order'])
          .describe('Kind of the record that refers to the BOM.'),
        id: z.string().describe('Id of the record that refers to the BOM.'),
        name: z.string().describe('Name of that record.'),
        status: z.string().describe('Status of that record.'),
        createdAt: timestamp().describe('Creation time of that record.'),
      }),
    )
    .describe('Places that refer to the BOM. Orders, and kits of other styles: the newest 1,000.'),
});

export const CreateBomRequest = z.strictObject({ bom: BomInput });
export const UpdateBomRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: BomPatch,
  fields: z.array(z.string()),
});
export const RejectBomRequest = z.strictObject({ ...RecordRequest.shape, ...BomRejection.shape });
export const CreateBomVersionRequest = z.strictObject({ ...RecordRequest.shape, version: BomVersionInput });

/** The fields that GET /api/v1/bom/{id}/versions sorts by. */
export const bomVersionSorts = ['createdAt', 'versionNumber'] as const;
/** Dates with ranges. The list sorts by them too. */
export const bomVersionRanges = ['createdAt', 'updatedAt', 'submittedAt', 'approvedAt', 'rejectedAt'] as const;
export const ListBomVersionsRequest = z.strictObject({ id: recordId(), query: ListQuery });

export const BomVersionRequest = z.strictObject({
  id: recordId(),
  version: recordId(),
  onlyFields: z.array(z.string()).exactOptional(),
});
/** The fields that GET /api/v1/bom filters by (decisions 6: BOM). */
export const bomFilters = {
  styleId: recordId().exactOptional().describe('Only BOMs of the style of this id.'),
  status: severalOf(BomStatus, 'Only BOMs whose latest version has this status.'),
  materialId: recordId()
    .exactOptional()
    .describe('Only BOMs with a version, of any status, that has the material of this id among the options of a line.'),
};
/** The fields that GET /api/v1/bom sorts by (decisions 6: BOM). */
export const bomSorts = ['createdAt'] as const;
/** Dates with ranges, and the dates that the list also sorts by. */
export const bomRanges = ['createdAt', 'updatedAt'] as const;
export const bomOtherSorts = ['updatedAt'] as const;
export const ListBomsRequest = z.strictObject({ query: ListQuery, ...bomFilters });

/** Moves between the statuses (decisions 4). */
export const versionMoves = {
  submit: { from: ['draft', 'rejected'], to: 'submitted', event: 'submitted' },
  approve: { from: ['submitted'], to: 'approved', event: 'approved' },
  reject: { from: ['submitted'], to: 'rejected', event: 'rejected' },
  withdraw: { from: ['submitted'], to: 'withdrawn', event: 'version_created', by: 'a newer version' },
  supersede: { from: ['approved'], to: 'superseded', event: 'approved', by: 'a newer approval' },
} as const satisfies Moves;

export const bom = {
  name: 'bom',
  title: 'BOM',
  scope: 'bom',
  section: 'Bills of material',
  about: 'Materials that a style needs, in versions. Versions are submitted, approved, compared and costed.',
  service: 'product',
  message: 'Bom',
  reader: 'staff',
  events: {
    'bom.created': Bom,
    'bom.version_created': Bom,
    'bom.updated': Bom,
    'bom.submitted': Bom,
    'bom.approved': Bom,
    'bom.rejected': Bom,
    'bom.deleted': Bom,
  },
  states: { of: 'BOM version', moves: versionMoves },
} as const satisfies Special;

export type BomPins = Agree<
  [
    Pinned<z.output<typeof Bom>, BomMessage>,
    Pinned<z.output<typeof BomOutline>, BomOutlineMessage>,
    Pinned<z.output<typeof BomInput>, BomInputMessage>,
    Pinned<z.output<typeof BomUsage>, BomUsageMessage>,
    Pinned<z.output<typeof UpdateBomRequest>, UpdateBomMessage>,
    Pinned<z.output<typeof RejectBomRequest>, RejectBomMessage>,
    Pinned<z.output<typeof CreateBomVersionRequest>, CreateBomVersionMessage>,
    Pinned<z.output<typeof BomVersionRequest>, BomVersionRequestMessage>,
    Pinned<z.output<typeof ListBomsRequest>, ListBomsMessage>,
    Pinned<z.output<typeof ListBomVersionsRequest>, ListBomVersionsMessage>,
  ]
>;
