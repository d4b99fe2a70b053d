import { afterAll, expect, test } from '@jest/globals';
import type { OpenApi } from '../../gateway/openapi/openapi.ts';
import type { JsonSchema } from '../../gateway/openapi/openapi-schemas.ts';
import { startGateway } from '../integration/gateway/harness.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());
const document = (await gateway.send('/openapi.json')).json as unknown as OpenApi;

/** The name of a field that holds an id: `clientId`, `created_by_id`, `createdBy`. */
const ID = /[a-z](Ids?|_ids?|By|_by)$/;

/** The names beside an id whose field does not begin like theirs. */
const NAMES: Record<string, string[]> = {
  bankLineId: ['bankStatementNumber'],
  itemId: ['lineNumber'],
  lineItemId: ['materialName'],
  managementAccountId: ['managementAccountName', 'managementAccountCode'],
  matchedTransferId: ['matchedTransferNumber', 'matchedPartyName'],
  salesOrderId: ['orderNumber'],
  salesOrderLineItemId: ['styleName', 'color', 'size'],
  skuId: ['color', 'size'],
  styleId: ['styleName', 'refId'],
};

/** The ids without a name, by their path, and why (decisions 1: Names). */
const NAMELESS: [path: RegExp, reason: string][] = [
  [/\.documentId$|\.refId$/, 'The number itself.'],
  [/\.(taxId|tax_id)$/, 'Tax numbers are no ids of records.'],
  [/\.linkedMrId$/, 'Free text of the caller.'],
  [/\.orderBy$/, 'A date.'],
  [/\.purchaseOrderId$/, 'A purchase order has its documentId as its id.'],
  [/\.internalId$/, 'The documentId is the id beside it.'],
  [/\.deletedId$/, 'The record has no name any more.'],
  [/\.(request_id|event_id|record_id)$/, 'The type of the event or the action says which record it is about.'],
  [/\.webhook_id$/, 'The caller named the webhook, or its url stands beside the id.'],
  [/\.org_id$/, 'The org of the request.'],
  [/\.parentId$/, 'The object `parent` has code and name.'],
  [/\.client_id$/, 'identity has no copies of clients.'],
  [/\.created_by_id$/, 'notification does not read names of persons. API keys have them.'],
  [/kittedBundle\[\]\.(styleId|skuId)$/, 'A style has up to 7,000 of them (docs/adr/0063).'],
  [/\.lineItems\[\]\.invoiceId$/, 'The invoice that has the line.'],
  [/\.billOfMaterialVersionId$/, 'The version that has the line.'],
  [/^\.bomId$/, 'The caller named the BOM. The documentId of a version begins with its number.'],
  [
    /(assignedMaterialOptions\[\]|Values|lineItemDiffs\[\])\.skuId$/,
    'A SKU of a material has only its material as a name.',
  ],
  [/\.(chosenAssignedSkuId|materialSkuId)$/, 'A SKU of a material has only its material as a name.'],
];

/** Each field that holds an id, by its path in an answer, with the fields beside it. */
function idsIn(
  schema: JsonSchema,
  path: string,
  above: readonly JsonSchema[] = [],
): [path: string, beside: string[]][] {
  if (above.includes(schema)) return [];
  const trail = [...above, schema];
  const inside = (one: JsonSchema | undefined, at: string) => (one ? idsIn(one, at, trail) : []);
  const name = schema.$ref?.split('/').at(-1);
  const beside = Object.keys(schema.properties ?? {});
  return [
    ...(name === undefined ? [] : inside(document.components.schemas[name], path)),
    ...[schema.anyOf, schema.oneOf as JsonSchema[], schema.allOf as JsonSchema[]].flatMap((some) =>
      (some ?? []).flatMap((one) => inside(one, path)),
    ),
    ...inside(schema.items, `${path}[]`),
    ...beside.flatMap((key) => inside(schema.properties?.[key], `${path}.${key}`)),
    ...beside.filter((key) => ID.test(key)).map((key): [string, string[]] => [`${path}.${key}`, beside]),
  ];
}

const answers = Object.values(document.paths)
  .flatMap((item) => Object.values(item))
  .flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content }]) => Object.values(content ?? {}))
      .flatMap(({ schema }) => (schema ? idsIn(schema, '') : []))
      .map(([path, beside]) => ({ operationId, path, beside })),
  );

/** The names that may stand beside an id: `clientId` has clientName, clientNumber or the object client. */
function namesOf(path: string): string[] {
  const id = path.split('.').at(-1) as string;
  const stem = id.replace(/(Ids?|_ids?)$/, '');
  const own = id === stem ? ['Name', '_name'] : ['Name', 'Number', '_name', '_number', ''];
  return NAMES[id] ?? own.map((end) => `${stem}${end}`);
}

const isNamed = ({ path, beside }: (typeof answers)[number]) =>
  namesOf(path).some((name) => beside.includes(name)) || (path.endsWith('.styleId') && beside.includes('style'));

test('a name stands beside each id in each answer, or the table says why not', () => {
  expect(answers.length).toBeGreaterThan(500);
  const nameless = answers.filter((one) => !isNamed(one) && !NAMELESS.some(([path]) => path.test(one.path)));
  expect(nameless.map(({ operationId, path }) => `${operationId} ${path}`)).toEqual([]);
});

test('each row of the table is of an id without a name', () => {
  const stale = NAMELESS.filter(([path]) => !answers.some((one) => path.test(one.path) && !isNamed(one)));
  expect(stale).toEqual([]);
});
