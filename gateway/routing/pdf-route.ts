import type { Role } from '#chassis/rpc/context.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import type { RecordRequest } from '#proto/common/v1/contract.ts';
import type { Pdf } from '#proto/gen/finance/v1/Pdf.ts';
import type { Services } from '../grpc-clients.ts';
import { pdfFile } from './answers.ts';
import type { Tag } from './openapi-tags.ts';
import { type RouteScope, route } from './route.ts';

interface Drawn {
  path: string;
  /** The kind of document, for example `Delivery note`. */
  resource: string;
  tag: Tag;
  scope: RouteScope;
  reader?: Role;
  /** Description of the file for the API reference. */
  description: string;
  draw(services: Services, target: RecordRequest, call: CallOptions): Promise<Pdf>;
}

/** The route of a document as a PDF, for every caller that may read the document. */
export function pdfRoute({ path, resource, tag, scope, reader = 'staff', description, draw }: Drawn) {
  const name = resource.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  return route({
    method: 'GET',
    path: `${path}/{id}.pdf`,
    operationId: `drawPdfOf${name}`,
    tag,
    summary: `Draw ${'AEIOU'.includes(resource.charAt(0)) ? 'an' : 'a'} ${resource.toLowerCase()} as a PDF`,
    description: `${description} The pages are A4, with the current names, addresses and tax numbers. A draft and a cancelled document are marked. Texts that are too long are cut and end with an ellipsis.`,
    role: reader,
    scope,
    resource,
    answer: pdfFile,
    handle: (services, { target, call }) => draw(services, { id: target.id }, call),
  });
}
