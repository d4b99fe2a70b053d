import { z } from 'zod';
import {
  BomComparison,
  BomCost,
  BomLineItem,
  BomLineItemPatch,
  BomVersion,
  BomVersionInput,
  BomVersionOutline,
  bomVersionRanges,
  bomVersionSorts,
  NewBomLineItem,
} from '#proto/product/v1/contract.ts';
import { linesAnswer, linesFile, versionAnswer } from '../boms/bom-rendering.ts';
import { lineList } from '../boms/line-list.ts';
import { json, optional, patch } from '../payload/bodies.ts';
import { csvFile, deleted, message, orCsv, piecesOf, record } from '../routing/answers.ts';
import { fieldsParameter, reading } from '../routing/chosen-fields.ts';
import { bomTurns } from '../routing/concurrency-limits.ts';
import { delimiterParameter, formatParameters, listRoutes } from '../routing/list.ts';
import { route } from '../routing/route.ts';

const tag = 'Bills of material';
const path = '/api/v1/bom/{bom_id}/versions';
const version = { tag, role: 'staff', resource: 'BOM version' } as const;
const lines = `${path}/{version}/line-items` as const;
const line = { tag, role: 'staff', resource: 'Line item', path: `${lines}/{line_item_id}` } as const;

const inDraft = 'Allowed in draft and rejected. Keys need `update:bom`.';
const consumption =
  'net = gross × (1 + tolerance / 100), for selling and for buying. A value that is left out is computed. A net that is ' +
  'sent must agree within 0.0001. If materialCostInUsd is left out, it is computed from the exchange rates.';

export const bomVersionRoutes = [
  ...listRoutes({
    path,
    operationId: 'listBomVersions',
    tag,
    names: 'the versions of a bill of material',
    about: 'The versions have no lines in a list. `lineItemCount` is the number of lines.',
    role: 'staff',
    scope: 'read:bom',
    resource: 'BOM',
    item: BomVersionOutline,
    filters: {},
    sorts: [...new Set([...bomVersionSorts, ...bomVersionRanges])],
    ranges: bomVersionRanges,
    fetch: ({ boms }, request, call, { id }) => boms.listBomVersions({ id, ...request }, call),
  }),
  route({
    ...version,
    method: 'POST',
    path,
    resource: 'BOM',
    operationId: 'createBomVersion',
    summary: 'Add a version: a draft with copies of the latest lines',
    description:
      'Allowed in any status. Adds a draft with the lines of the latest version. If the latest version is submitted, it is withdrawn. Keys need `update:bom`.',
    scope: 'update:bom',
    body: optional(json(BomVersionInput, BomVersion)),
    answer: piecesOf(BomVersion),
    creates: true,
    turnsIfLarge: bomTurns,
    handle: async ({ boms }, { target, body, call }) =>
      versionAnswer(await boms.encoded('CreateBomVersion', { ...target, version: body }, call)),
  }),
  route({
    ...version,
    method: 'GET',
    path: `${path}/{version}`,
    operationId: 'getBomVersion',
    summary: 'Read a version, by its number or id',
    description: 'Returns the version with its lines, as a list and grouped by category.',
    scope: 'read:bom',
    query: reading(BomVersion),
    answer: piecesOf(BomVersion),
    turnsIfLarge: bomTurns,
    async handle({ boms }, { target: { id }, params: { version: key }, query: { fields: chosen }, call }) {
      const request = { id, version: key, ...(chosen && { onlyFields: chosen.names }) };
      return versionAnswer(await boms.encoded('GetBomVersion', request, call), chosen);
    },
  }),
  route({
    ...version,
    method: 'GET',
    path: `${path}/{version_a}/compare/{version_b}`,
    operationId: 'compareBomVersions',
    summary: 'Compare two versions, by number or id',
    description:
      'Compares version A with version B. A line of B is paired with the line of A that it was copied from, otherwise with a line of the same chosen material and SKU.',
    scope: 'read:bom',
    answer: message(BomComparison),
    turnsIfLarge: bomTurns,
    handle: ({ boms }, { target: { id }, params, call }) =>
      boms.compareBomVersions({ id, versionA: params.version_a, versionB: params.version_b }, call),
  }),
  route({
    ...version,
    method: 'GET',
    path: `${path}/{version}/cost`,
    operationId: 'getBomCost',
    summary: 'Read the cost of a version: by line, by category and in total',
    description:
      "Returns the cost in native currencies and in USD, and the difference to the cost at today's exchange rates and material costs.",
    scope: 'read:bom',
    answer: message(BomCost),
    turnsIfLarge: bomTurns,
    handle: ({ boms }, { target: { id }, params, call }) => boms.getBomCost({ id, version: params.version }, call),
  }),
  route({
    ...version,
    method: 'GET',
    path: lines,
    operationId: 'listBomLineItems',
    summary: 'Read all lines of a version',
    description: 'Returns the lines in the form that `replaceBomLineItems` accepts.',
    scope: 'read:bom',
    query: z.object({ ...formatParameters('exportBomLineItems'), ...fieldsParameter(BomLineItem) }),
    answer: orCsv(piecesOf(BomVersion.pick({ lineItems: true }))),
    turnsIfLarge: bomTurns,
    async handle({ boms }, { target: { id }, params, query, call }) {
      const sent = await boms.encoded('GetBomVersion', { id, version: params.version }, call);
      return query.format === 'json' ? linesAnswer(sent, query.fields) : linesFile(sent, query);
    },
  }),
  route({
    ...version,
    method: 'GET',
    path: `${lines}/export`,
    operationId: 'exportBomLineItems',
    summary: 'Export all lines of a version as CSV',
    description:
      'Returns CSV: a line of field names, then a row for each line item. `listBomLineItems` with `format=csv` returns the same.',
    scope: 'read:bom',
    query: z.object({ delimiter: delimiterParameter(), ...fieldsParameter(BomLineItem) }),
    answer: csvFile,
    turnsIfLarge: bomTurns,
    handle: async ({ boms }, { target: { id }, params, query, call }) =>
      linesFile(await boms.encoded('GetBomVersion', { id, version: params.version }, call), query),
  }),
  route({
    ...version,
    method: 'PUT',
    path: lines,
    operationId: 'replaceBomLineItems',
    summary: 'Replace all lines of a version',
    description: `Replaces all lines, or none if one is refused. The body can also be the list alone. A line that is sent with the id of a line of the version keeps that id. ${consumption} ${inDraft}`,
    scope: 'update:bom',
    body: lineList(),
    answer: piecesOf(BomVersion),
    turnsIfLarge: bomTurns,
    refusals: ['invalid_transition'],
    async handle({ boms }, { target, params, body, call }) {
      const request = body.finish({ ...target, version: params.version });
      return versionAnswer(await boms.encoded('ReplaceBomLineItems', request, call));
    },
  }),
  route({
    ...version,
    method: 'POST',
    path: lines,
    operationId: 'createBomLineItem',
    summary: 'Add a line to a version',
    description: `${consumption} ${inDraft}`,
    scope: 'update:bom',
    body: json(NewBomLineItem, BomLineItem),
    answer: record(BomLineItem),
    creates: true,
    refusals: ['invalid_transition'],
    handle: ({ boms }, { target, params, body, call }) =>
      boms.createBomLineItem({ ...target, version: params.version, lineItem: body }, call),
  }),
  route({
    ...line,
    method: 'GET',
    operationId: 'getBomLineItem',
    summary: 'Read a line',
    description: 'One line of a version.',
    scope: 'read:bom',
    query: reading(BomLineItem),
    answer: record(BomLineItem),
    handle: async ({ boms }, { target: { id }, params, query: { fields: chosen }, call }) => ({
      ...(await boms.getBomLineItem({ id, ...lineOf(params) }, call)),
      chosen,
    }),
  }),
  route({
    ...line,
    method: 'PATCH',
    operationId: 'updateBomLineItem',
    summary: 'Change a line',
    description: `If gross or tolerance change, the net is computed again. ${inDraft}`,
    scope: 'update:bom',
    body: patch(BomLineItemPatch, BomLineItem),
    answer: record(BomLineItem),
    refusals: ['invalid_transition'],
    handle: ({ boms }, { target, params, body, call }) =>
      boms.updateBomLineItem({ ...target, ...lineOf(params), ...body }, call),
  }),
  route({
    ...line,
    method: 'DELETE',
    operationId: 'deleteBomLineItem',
    summary: 'Remove a line',
    description: inDraft,
    scope: 'update:bom',
    answer: deleted('Line item'),
    refusals: ['invalid_transition'],
    handle: ({ boms }, { target, params, call }) => boms.deleteBomLineItem({ ...target, ...lineOf(params) }, call),
  }),
];

const lineOf = ({ version, line_item_id: lineItemId }: { version: string; line_item_id: string }) => ({
  version,
  lineItemId,
});
