import { z } from 'zod';
import type { ErrorCode } from '#chassis/domain/errors.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { MAX_IMPORT } from '#proto/common/v1/contract.ts';
import { archivableMoves } from '#proto/common/v1/resource.contract.ts';
import { clientName, type StandardResource } from '#proto/common/v1/resources.contract.ts';
import type { Services } from '../grpc-clients.ts';
import { json, patch } from '../payload/bodies.ts';
import { byLine, csv } from '../payload/csv/csv-body.ts';
import { requestEncoder } from '../payload/request-encoder.ts';
import { deleted, type RecordReply, record, written } from './answers.ts';
import { fieldsParameter } from './chosen-fields.ts';
import { listRoutes } from './list.ts';
import { type Route, route } from './route.ts';

/** A move to another status, without a body (decisions 4), as the API reference describes it. */
interface Move {
  summary: string;
  description: string;
  /** The action in the scope that a key needs. Default: `write` (decisions 3: Scopes). */
  action?: 'approve';
  /** Error codes in addition to invalid_transition. */
  refusals?: readonly ErrorCode[];
}

/** Differences of a resource from the standard operations. */
interface Options {
  /** The schema of a record in the list. Default: the schema of every other answer. */
  listed?: z.ZodObject;
  /** The order of the list without a `sort` parameter. Default: newest first. */
  order?: string;
  /** Fields that `search` searches, in words. Default: their names. */
  searches?: string;
  /** The schema of a line of an import. Default: the body of a create. */
  imported?: z.ZodType;
  /** A note on imports, for the API reference. */
  aboutImport?: string;
  /** A note on creates and changes, for the API reference. */
  about?: string;
  /** A change may drop a part to which other records refer, so it may be refused with in_use. */
  dropsReferences?: true;
  /** Error codes of creates and changes, in addition to the standard ones. */
  refusals?: readonly ErrorCode[];
  /** Description of the delete. Default: refused while something refers to the record. */
  toDelete?: string;
  /** The moves that callers may request. Default: archive and restore, if the resource has them. */
  moves?: Record<string, Move>;
}

/**
 * An rpc of a declared resource. The compiler does not check its name. `npm run check` calls it when it puts the
 * processes under load.
 */
type Rpc = (request: object, call: CallOptions) => Promise<never>;

const rpcsOf = (resource: StandardResource) => (services: Services, name: string) =>
  (services[clientName(resource)] as unknown as Record<string, Rpc>)[name] as Rpc;

/** The standard operations of a resource (decisions 6), in the order of the API reference. */
export function resourceRoutes(resource: StandardResource, options: Options = {}): Route[] {
  const { title, plural, section: tag, scope, record: item, input, reader, message: noun, field } = resource;
  const { about, listed = item, order, refusals = [], toDelete = IN_NO_USE } = options;
  const moves = options.moves ?? (isArchivable(resource) ? archiveMoves(title) : {});
  const searches = options.searches ?? (resource.searches && ALTERNATIVES.format(resource.searches));
  const path = `/api/v1/${resource.path}`;
  const rpc = rpcsOf(resource);
  const staff = { tag, role: 'staff' } as const;
  const one = { path: `${path}/{id}`, tag, resource: title, answer: record(item) } as const;
  const [name, names] = [title.toLowerCase(), plural.toLowerCase()];
  const a = /^[aeiou]/.test(name) ? 'an' : 'a';
  const more = about ? ` ${about}` : '';

  return [
    ...listRoutes({
      path,
      operationId: `list${joined(plural)}`,
      tag,
      names,
      role: reader,
      scope: `read:${scope}`,
      item: listed,
      filters: resource.filters,
      sorts: [...resource.sorts, ...resource.otherSorts],
      ranges: resource.ranges,
      ...('totals' in resource && { totals: 'amounts' in resource ? resource.amounts : [] }),
      projected: true,
      ...(order && { order }),
      ...(searches && { searches }),
      fetch: (services, request, call) => rpc(services, `list${noun}s`)(request, call),
    }),
    route({
      ...staff,
      method: 'POST',
      path,
      operationId: `create${joined(title)}`,
      summary: `Create ${a} ${name}`,
      description: `Returns the created record.${more}`,
      scope: `create:${scope}`,
      body: json(input, item),
      answer: record(item),
      refusals,
      creates: true,
      handle: (services, { body, call }) => rpc(services, `create${noun}`)({ [field]: body }, call),
    }),
    ...('imports' in resource ? [importRoute(resource, resource.imports, options)] : []),
    route({
      ...one,
      method: 'GET',
      role: reader,
      operationId: `get${joined(title)}`,
      summary: `Read ${a} ${name}`,
      description: 'Returns the record, in any status.',
      query: z.object(fieldsParameter(item)),
      scope: `read:${scope}`,
      async handle(services, { target, query: { fields: chosen }, call }) {
        const request = { id: target.id, ...(chosen && { onlyFields: chosen.names }) };
        const reply: RecordReply = await rpc(services, `get${noun}`)(request, call);
        return { ...reply, chosen };
      },
    }),
    route({
      ...one,
      ...staff,
      method: 'PATCH',
      operationId: `update${joined(title)}`,
      summary: `Change ${a} ${name}`,
      description: `Changes the fields that are sent. Null clears a field.${more}`,
      refusals: [...(options.dropsReferences ? (['in_use'] as const) : []), ...refusals],
      scope: `update:${scope}`,
      body: patch(resource.patch, item),
      handle: (services, { target, body, call }) => rpc(services, `update${noun}`)({ ...target, ...body }, call),
    }),
    route({
      ...one,
      ...staff,
      method: 'DELETE',
      operationId: `delete${joined(title)}`,
      summary: `Delete ${a} ${name}`,
      description: toDelete,
      scope: `delete:${scope}`,
      refusals: ['in_use'],
      answer: deleted(title),
      handle: (services, { target, call }) => rpc(services, `delete${noun}`)(target, call),
    }),
    ...Object.entries(moves).map(([move, { summary, description, action = 'write' as const, refusals: others = [] }]) =>
      route({
        ...one,
        ...staff,
        method: 'POST',
        path: `${path}/{id}/${move}`,
        operationId: `${move}${joined(title)}`,
        summary,
        description,
        scope: `${action}:${scope}`,
        refusals: ['invalid_transition', ...others],
        handle: (services, { target, call }) => rpc(services, `${move}${noun}`)(target, call),
      }),
    ),
  ];
}

/** Joins names: `name, refId or documentId`. */
const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const IN_NO_USE = 'Refused with `in_use` while something refers to it.';

/** The route that imports a CSV file of records: it creates all of them or none. */
function importRoute(resource: StandardResource, field: string, { imported, aboutImport }: Options): Route {
  const { plural, scope, record: item, section: tag, service, message } = resource;
  const rpc = `Import${message}s`;
  return route({
    method: 'POST',
    path: `/api/v1/${resource.path}/import`,
    operationId: `import${joined(plural)}`,
    tag,
    role: 'staff',
    summary: `Create ${plural.toLowerCase()} from CSV, all or none`,
    description: `Accepts the CSV that \`export${joined(plural)}\` returns. Each fault names its line.${aboutImport ? ` ${aboutImport}` : ''}`,
    scope: `create:${scope}`,
    body: csv(imported ?? resource.input, item, {
      max: MAX_IMPORT,
      encoder: () => requestEncoder(service, `${message}Service` as never, rpc as never),
      part: (records) => ({ [field]: records }) as never,
    }),
    answer: written(z.strictObject({ created: z.int().describe('Records that were made.') })),
    async handle(services, { body, call }) {
      const sending: Promise<Imported> = rpcsOf(resource)(services, `import${message}s`)(body.request, call);
      const { created, eventId, replayed } = await sending.catch((error) => {
        throw byLine(error, body.lines);
      });
      return { message: { created }, eventId, replayed };
    },
  });
}

interface Imported {
  created: number;
  eventId: string;
  replayed: boolean;
}

const isArchivable = ({ moves }: StandardResource): boolean => (moves as object) === archivableMoves;

function archiveMoves(title: string): Record<string, Move> {
  const name = title.toLowerCase();
  const a = /^[aeiou]/.test(name) ? 'an' : 'a';
  return {
    archive: {
      summary: `Archive ${a} ${name}`,
      description: 'Allowed from active. An archived record can still be read, changed and restored.',
    },
    restore: {
      summary: `Restore an archived ${name}`,
      description: 'Allowed from archived. The record is active again.',
    },
  };
}

/** Turns `Management accounts` into `ManagementAccounts`. */
const joined = (words: string) => words.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

/** The version number in a path; 0, which no version has, for a text that is not a number. */
export const versionNumberOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
