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
      'The SKUs are every color in every size, 2,000 at most, and stay in step with them: those that stay keep their ids, and one that something refers to is not dropped (409 `in_use`). They are limited to 512 KiB, kits counted.',
  }),
  route({
    method: 'PUT',
    path: `${skuPath}/kit`,
    operationId: 'setStyleSkuKit',
    tag,
    summary: 'Say what a SKU bundles',
    description: 'The whole kit; an empty one makes the SKU an ordinary one. A kit holds no kits. Answers the style.',
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
    description: "Of the SKU's `qrData`.",
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
