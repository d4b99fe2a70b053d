import { notFound } from '#chassis/domain/errors.ts';
import { KitInput, Sku, Style, style } from '#proto/product/v1/style.contract.ts';
import { json } from '../payload/bodies.ts';
import { qrPng, qrSvg } from '../payload/qr-code.ts';
import { record, text } from '../routing/answers.ts';
import { styleTurns } from '../routing/concurrency-limits.ts';
import { resourceRoutes } from '../routing/resource-routes.ts';
import { type Route, route } from '../routing/route.ts';

const tag = 'Styles';
const path = '/api/v1/styles';
const skuPath = `${path}/{id}/skus/{skuId}` as const;

const routes: Route[] = [
  ...resourceRoutes(style, {
    dropsReferences: true,
    about:
      'A style has a SKU for each color in each size, at most 2,000. A change of colors or sizes adds and removes SKUs. The other SKUs keep their ids. A SKU that another record refers to cannot be removed (409 `in_use`). The SKUs of a style, with their kits, have at most 512 KiB.',
  }),
  route({
    method: 'PUT',
    path: `${skuPath}/kit`,
    operationId: 'setStyleSkuKit',
    tag,
    summary: 'Replace the kit of a SKU',
    description:
      'Replaces the whole kit. An empty list makes the SKU an ordinary SKU again. A kit cannot contain kits. Returns the style.',
    role: 'staff',
    scope: 'update:styles',
    resource: 'Style',
    refusals: ['in_use'],
    body: json(KitInput, Sku),
    answer: record(Style),
    handle: ({ styles }, { target, params, body, call }) =>
      styles.setKit({ ...target, skuId: params.skuId, ...body }, call),
  }),
  qrRoute('svg', 'image/svg+xml', qrSvg),
  qrRoute('png', 'image/png', qrPng),
];
/** An import makes many styles from a small body, so it always waits for its turn. */
export const styleRoutes = routes.map((each): Route => {
  return { ...each, ...(each.path.endsWith('/import') ? { turns: styleTurns } : { turnsIfLarge: styleTurns }) };
});

/** The route that draws the `qrData` of a SKU. */
function qrRoute(format: 'svg' | 'png', contentType: string, draw: (text: string) => Promise<string | Buffer>) {
  return route({
    method: 'GET',
    path: `${skuPath}/qr.${format}`,
    operationId: `draw${format === 'svg' ? 'Svg' : 'Png'}OfStyleSku`,
    tag,
    summary: `Draw the QR code of a SKU as ${format.toUpperCase()}`,
    description: "Returns the SKU's `qrData` as a QR code.",
    role: 'client',
    scope: 'read:styles',
    resource: 'Style',
    answer: text(contentType),
    async handle({ styles }, { target, params, call }) {
      const { record: style } = await styles.getStyle({ id: target.id }, call);
      const sku = style?.skus.find(({ id, documentId }) => id === params.skuId || documentId === params.skuId);
      if (!sku) throw notFound('SKU');
      return draw(sku.qrData);
    },
  });
}
