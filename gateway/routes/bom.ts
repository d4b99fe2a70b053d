import {
  Bom,
  BomInput,
  BomOutline,
  BomPatch,
  BomRejection,
  BomUsage,
  bomFilters,
  bomOtherSorts,
  bomRanges,
  bomSorts,
} from '#proto/product/v1/contract.ts';
import { bomAnswer } from '../boms/bom-rendering.ts';
import { json, optional, patch } from '../payload/bodies.ts';
import { deleted, message, piecesOf, record } from '../routing/answers.ts';
import { reading } from '../routing/chosen-fields.ts';
import { bomTurns, styleTurns } from '../routing/concurrency-limits.ts';
import { listRoutes } from '../routing/list.ts';
import { route } from '../routing/route.ts';
import { bomVersionRoutes } from './bom-versions.ts';

const tag = 'Bills of material';
const path = '/api/v1/bom';
const one = {
  path: `${path}/{bom_id}`,
  tag,
  role: 'staff',
  resource: 'BOM',
} as const;
const whole = { ...one, answer: piecesOf(Bom), turnsIfLarge: bomTurns } as const;

export const bomRoutes = [
  ...listRoutes({
    path,
    operationId: 'listBoms',
    tag,
    names: 'bills of material',
    about: 'The versions of a BOM have no lines in a list.',
    role: 'staff',
    scope: 'read:bom',
    item: BomOutline,
    filters: bomFilters,
    sorts: [...bomSorts, ...bomOtherSorts],
    ranges: bomRanges,
    searches: "documentId, or the style's name or refId",
    brief: true,
    fetch: ({ boms }, request, call) => boms.listBoms(request, call),
  }),
  route({
    method: 'POST',
    path,
    operationId: 'createBom',
    tag,
    summary: 'Create a bill of material',
    description: 'Creates the BOM with version 1, an empty draft.',
    role: 'staff',
    scope: 'create:bom',
    body: json(BomInput, Bom),
    answer: record(Bom),
    creates: true,
    handle: ({ boms }, { body, call }) => boms.createBom({ bom: body }, call),
  }),
  route({
    ...whole,
    method: 'GET',
    operationId: 'getBom',
    summary: 'Read a bill of material with all versions',
    description:
      'Returns the BOM with the lines of all versions. If one answer cannot hold them, the oldest versions have no lines.',
    scope: 'read:bom',
    query: reading(Bom),
    async handle({ boms }, { target: { id }, query: { fields: chosen }, call }) {
      const request = { id, ...(chosen && { onlyFields: chosen.names }) };
      return bomAnswer(boms, await boms.encoded('GetBom', request, call), call, chosen);
    },
  }),
  route({
    ...whole,
    method: 'PATCH',
    operationId: 'updateBom',
    summary: 'Move a bill of material to another style',
    description: 'Allowed only while the first version is a draft. Lines are changed under `…/versions/{version}`.',
    scope: 'update:bom',
    body: patch(BomPatch, Bom),
    refusals: ['invalid_transition'],
    handle: async ({ boms }, { target, body, call }) =>
      bomAnswer(boms, await boms.encoded('UpdateBom', { ...target, ...body }, call), call),
  }),
  route({
    ...one,
    method: 'DELETE',
    operationId: 'deleteBom',
    summary: 'Delete a bill of material with all versions',
    description: 'Allowed in any status. Refused with `in_use` while an order refers to the BOM.',
    scope: 'delete:bom',
    answer: deleted('BOM'),
    refusals: ['in_use'],
    handle: ({ boms }, { target, call }) => boms.deleteBom(target, call),
  }),
  route({
    ...whole,
    method: 'POST',
    path: `${path}/{bom_id}/submit`,
    operationId: 'submitBom',
    summary: 'Submit the latest version for approval',
    description:
      'Allowed from draft and rejected. From then on, changes of exchange rates do not change the costs in USD. Keys need `submit:bom`.',
    scope: 'submit:bom',
    refusals: ['invalid_transition'],
    handle: async ({ boms }, { target, call }) => bomAnswer(boms, await boms.encoded('SubmitBom', target, call), call),
  }),
  route({
    ...whole,
    method: 'POST',
    path: `${path}/{bom_id}/approve`,
    operationId: 'approveBom',
    summary: 'Approve the latest version',
    description:
      'Allowed from submitted. The version that was approved before becomes superseded. A caller cannot approve its own submission, unless it is an admin. API keys need the scope `approve:bom`.',
    scope: 'approve:bom',
    refusals: ['invalid_transition'],
    handle: async ({ boms }, { target, call }) => bomAnswer(boms, await boms.encoded('ApproveBom', target, call), call),
  }),
  route({
    ...whole,
    method: 'POST',
    path: `${path}/{bom_id}/reject`,
    operationId: 'rejectBom',
    summary: 'Reject the latest version',
    description:
      'Allowed from submitted. Afterwards the lines can be changed, and the version can be submitted again. Keys need `approve:bom`.',
    scope: 'approve:bom',
    body: optional(json(BomRejection)),
    refusals: ['invalid_transition'],
    handle: async ({ boms }, { target, body, call }) =>
      bomAnswer(boms, await boms.encoded('RejectBom', { ...target, ...body }, call), call),
  }),
  route({
    ...one,
    method: 'GET',
    path: `${path}/{bom_id}/usage`,
    operationId: 'getBomUsage',
    summary: 'List the records that refer to a bill of material',
    description:
      'Lists the records that are connected with the BOM: its style, kits of that style, lines of orders, and items of purchase orders. Changes of orders and purchase orders can take up to 5 s to appear.',
    scope: 'read:bom',
    answer: message(BomUsage),
    // The operation reads all SKUs of the style.
    turns: styleTurns,
    handle: ({ boms }, { target, call }) => boms.getBomUsage({ id: target.id }, call),
  }),
  ...bomVersionRoutes,
];
