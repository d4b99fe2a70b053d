import {
  Bom,
  BomInput,
  BomOutline,
  BomPatch,
  BomRejection,
  BomUsage,
  bomFilters,
  bomSorts,
} from '#proto/product/v1/contract.ts';
import { bomAnswer } from '../boms/bom-rendering.ts';
import { json, optional, patch } from '../payload/bodies.ts';
import { deleted, message, piecesOf, record } from '../routing/answers.ts';
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
    about: 'Versions come without their lines.',
    role: 'staff',
    scope: 'read:bom',
    item: BomOutline,
    filters: bomFilters,
    sorts: bomSorts,
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
    description: 'Makes version 1, an empty draft.',
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
    description: 'Where the lines of all versions are too many for one answer, the oldest versions come without them.',
    scope: 'read:bom',
    handle: async ({ boms }, { target, call }) =>
      bomAnswer(boms, await boms.encoded('GetBom', { id: target.id }, call), call),
  }),
  route({
    ...whole,
    method: 'PATCH',
    operationId: 'updateBom',
    summary: 'Move a bill of material to another style',
    description: 'Only in the draft of its first version. Lines are changed in their version.',
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
    description: 'In any status. Refused with `in_use` while an order refers to it.',
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
      'From draft or rejected. The costs in USD no longer follow the exchange rates. Keys need `submit:bom`.',
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
      'From submitted. The version approved before is superseded. Who has submitted it may not approve it, unless as an ' +
      'admin. Keys need `approve:bom`.',
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
      'From submitted. Its lines can be changed again, and it can be submitted again. Keys need `approve:bom`.',
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
    summary: 'List what refers to a bill of material',
    description: 'Its style, kits of that style, lines of orders, items of purchase orders. May lag by 5 s.',
    scope: 'read:bom',
    answer: message(BomUsage),
    // The operation reads all SKUs of the style.
    turns: styleTurns,
    handle: ({ boms }, { target, call }) => boms.getBomUsage({ id: target.id }, call),
  }),
  ...bomVersionRoutes,
];
