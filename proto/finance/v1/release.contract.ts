import { z } from 'zod';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { ReleaseReply as ReleaseReplyMessage } from '../../gen/finance/v1/ReleaseReply.ts';
import type { ReleaseRequest as ReleaseRequestMessage } from '../../gen/finance/v1/ReleaseRequest.ts';

/** Records of product by kind and id: `client:<id>`. A style goes with all of its SKUs, of which it has 2,000 at most. */
export const ReleaseRequest = z.strictObject({
  targets: z
    .array(z.templateLiteral([z.enum(['client', 'supplier', 'style', 'sku', 'bom', 'material']), ':', z.string()]))
    .min(1)
    .max(2_001),
});
export type ReleaseRequest = z.output<typeof ReleaseRequest>;

/** A document that refers to a record, as the caller is told of it. */
const ReleaseUser = z.strictObject({ kind: z.string(), name: z.string() });
const ReleaseReply = z.strictObject({ users: z.array(ReleaseUser) });

export type Pins = Agree<
  [Pinned<{ targets: string[] }, ReleaseRequestMessage>, Pinned<z.output<typeof ReleaseReply>, ReleaseReplyMessage>]
>;
