import { z } from 'zod';
import type { ErrorCode } from '#chassis/domain/errors.ts';
import type { Role } from '#chassis/rpc/context.ts';
import type { EncodedRequest, RequestEncoder } from '#chassis/rpc/encoded-request.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { type ListQuery, MAX_IMPORT, type RecordRequest } from '#proto/common/v1/contract.ts';
import type { ScopeResource } from '#proto/identity/v1/api-key.contract.ts';
import type { Services } from '../grpc-clients.ts';
import { type Change, json, patch } from '../payload/bodies.ts';
import { byLine, csv } from '../payload/csv/csv-body.ts';
import type { Packed } from '../payload/record-form.ts';
import { deleted, type RecordReply, record, written } from './answers.ts';
import { listRoutes } from './list.ts';
import type { Tag } from './openapi-tags.ts';
import { type Route, route } from './route.ts';

/** What the standard operations of a resource ask of its service. */
interface Calls<Input, Patch, Filters, Imported, Import> {
  list(services: Services, request: { query: ListQuery } & Filters, call: CallOptions): Promise<PageReply>;
  create(services: Services, input: Input, call: CallOptions): Promise<RecordReply>;
  get(services: Services, target: RecordRequest, call: CallOptions): Promise<RecordReply>;
  update(services: Services, change: RecordRequest & Change<Patch>, call: CallOptions): Promise<RecordReply>;
  delete(services: Services, target: RecordRequest, call: CallOptions): Promise<{ deletedId: string } & Effect>;
  /** For a resource that is imported. */
  import?: {
    /** Of requests of the import's rpc. */
    encoder(): RequestEncoder<Import>;
    request(inputs: Imported[]): Import;
    send(services: Services, request: EncodedRequest<Import>, call: CallOptions): Promise<{ created: number } & Effect>;
  };
}

type PageReply = Awaited<ReturnType<Parameters<typeof listRoutes>[0]['fetch']>>;

interface Effect {
  eventId: string;
  replayed: boolean;
}

interface Move {
  summary: string;
  description: string;
  /** What a key needs for it; default what it needs for moves that have no action of their own (decisions 3: Scopes). */
  action?: 'approve';
  /** Besides invalid_transition. */
  refusals?: readonly ErrorCode[];
  call(services: Services, target: RecordRequest, call: CallOptions): Promise<RecordReply>;
}

interface ResourceDefinition<
  Input extends z.ZodType,
  Patch extends z.ZodType,
  Filters extends z.ZodRawShape,
  Imported extends z.ZodType,
  Import,
> {
  path: string;
  /** `Client`, as messages call it; several of it, as operations do: `Clients`. */
  resource: string;
  plural: string;
  tag: Tag;
  /** Its name in scopes: `clients`. */
  scope: ScopeResource;
  /** The least role that may read (default staff); all else is for staff. */
  reader?: Role;
  /** A record as it is answered. */
  item: z.ZodObject;
  /** What a list shows of it; default: all. */
  listed?: z.ZodObject;
  input: Input;
  patch: Patch;
  filters: Filters;
  sorts: readonly string[];
  /** How its list is sorted unless the caller says otherwise. Default: newest first. */
  order?: string;
  searches?: string;
  /** A line of an import, where it is more than what creates a record. */
  imported?: Imported;
  /** What a reader of the reference should know about importing. */
  aboutImport?: string;
  /** What a reader of the reference should know about creating and changing. */
  about?: string;
  /** A change may drop something that others refer to. */
  dropsReferences?: true;
  /** How else a create or a change is refused. */
  refusals?: readonly ErrorCode[];
  /** When it can be deleted. Default: while nothing refers to it. */
  toDelete?: string;
  calls: Calls<
    Packed<z.output<Input>>,
    Packed<z.output<Patch>>,
    z.output<z.ZodObject<Filters>>,
    Packed<z.output<Imported>>,
    Import
  >;
  /** The moves of decisions 4 that take no body, by their name in the path. */
  moves?: Record<string, Move>;
}

/** The operations that every resource has (decisions 6), in the order of the reference. */
export function resourceRoutes<
  Input extends z.ZodType,
  Patch extends z.ZodType,
  Import,
  Filters extends z.ZodRawShape = Record<never, never>,
  Imported extends z.ZodType = Input,
>(definition: ResourceDefinition<Input, Patch, Filters, Imported, Import>): Route[] {
  const { path, resource, plural, tag, scope, item, listed = item, input, calls, moves = {} } = definition;
  const { about, filters, sorts, order, searches, reader = 'staff', refusals = [], toDelete = IN_NO_USE } = definition;
  const staff = { tag, role: 'staff' } as const;
  const one = { path: `${path}/{id}`, tag, resource, answer: record(item) } as const;
  const [name, names] = [resource.toLowerCase(), plural.toLowerCase()];
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
      filters,
      sorts,
      ...(order && { order }),
      ...(searches && { searches }),
      fetch: calls.list,
    }),
    route({
      ...staff,
      method: 'POST',
      path,
      operationId: `create${joined(resource)}`,
      summary: `Create ${a} ${name}`,
      description: `Answers the record as it is kept.${more}`,
      scope: `create:${scope}`,
      body: json(input, item),
      answer: record(item),
      refusals,
      creates: true,
      handle: (services, { body, call }) => calls.create(services, body, call),
    }),
    ...(calls.import ? [importRoute(definition, calls.import)] : []),
    route({
      ...one,
      method: 'GET',
      role: reader,
      operationId: `get${joined(resource)}`,
      summary: `Read ${a} ${name}`,
      description: 'In any status.',
      scope: `read:${scope}`,
      handle: (services, { target, call }) => calls.get(services, { id: target.id }, call),
    }),
    route({
      ...one,
      ...staff,
      method: 'PATCH',
      operationId: `update${joined(resource)}`,
      summary: `Change ${a} ${name}`,
      description: `Changes the fields that are sent; null clears one.${more}`,
      refusals: [...(definition.dropsReferences ? (['in_use'] as const) : []), ...refusals],
      scope: `update:${scope}`,
      body: patch(definition.patch, item),
      handle: (services, { target, body, call }) => calls.update(services, { ...target, ...body }, call),
    }),
    route({
      ...one,
      ...staff,
      method: 'DELETE',
      operationId: `delete${joined(resource)}`,
      summary: `Delete ${a} ${name}`,
      description: toDelete,
      scope: `delete:${scope}`,
      refusals: ['in_use'],
      answer: deleted(resource),
      handle: (services, { target, call }) => calls.delete(services, target, call),
    }),
    ...Object.entries(moves).map(
      ([move, { summary, description, action = 'write' as const, refusals: others = [], call: moved }]) =>
        route({
          ...one,
          ...staff,
          method: 'POST',
          path: `${path}/{id}/${move}`,
          operationId: `${move}${joined(resource)}`,
          summary,
          description,
          scope: `${action}:${scope}`,
          refusals: ['invalid_transition', ...others],
          handle: (services, { target, call }) => moved(services, target, call),
        }),
    ),
  ];
}

const IN_NO_USE = 'Refused with `in_use` while something refers to it.';

/** POST of a file of records, all or none. */
function importRoute<
  Input extends z.ZodType,
  Patch extends z.ZodType,
  Filters extends z.ZodRawShape,
  Imported extends z.ZodType,
  Import,
>(
  definition: ResourceDefinition<Input, Patch, Filters, Imported, Import>,
  { encoder, request, send }: NonNullable<(typeof definition)['calls']['import']>,
): Route {
  const { path, plural, tag, scope, item, input, imported = input as never, aboutImport } = definition;
  return route({
    method: 'POST',
    path: `${path}/import`,
    operationId: `import${joined(plural)}`,
    tag,
    role: 'staff',
    summary: `Create ${plural.toLowerCase()} from CSV, all or none`,
    description: `Takes what \`export${joined(plural)}\` returns. Faults are reported with their line.${aboutImport ? ` ${aboutImport}` : ''}`,
    scope: `create:${scope}`,
    body: csv(imported as Imported, item, { max: MAX_IMPORT, encoder, part: request }),
    answer: written(z.strictObject({ created: z.int().describe('Records that were made.') })),
    async handle(services, { body, call }) {
      const sending = send(services, body.request, call);
      const { created, eventId, replayed } = await sending.catch((error) => {
        throw byLine(error, body.lines);
      });
      return { message: { created }, eventId, replayed };
    },
  });
}

/** decisions 4: Client, supplier, style, material. */
export function archiveMoves(resource: string, { archive, restore }: Record<'archive' | 'restore', Move['call']>) {
  const name = resource.toLowerCase();
  const a = /^[aeiou]/.test(name) ? 'an' : 'a';
  return {
    archive: {
      summary: `Archive ${a} ${name}`,
      description: 'From active. Nothing else becomes of it: it can be read, changed and restored.',
      call: archive,
    },
    restore: { summary: `Restore an archived ${name}`, description: 'It is active again.', call: restore },
  };
}

/** `ManagementAccounts`, of `Management accounts`. */
const joined = (words: string) => words.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

/** Of a path that names a version. What is no number names none. */
export const versionNumberOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);
