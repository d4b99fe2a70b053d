import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import { loadSync, type MessageTypeDefinition, type MethodDefinition as TypedMethod } from '@grpc/proto-loader';
import type { Protos } from '#proto/gen/protos.ts';

export type Domain = keyof Protos;
export type ServiceName<D extends Domain> = {
  [Name in keyof Protos[D]]: Protos[D][Name] extends { service: ServiceDefinition } ? Name : never;
}[keyof Protos[D]] &
  string;

type Definition<D extends Domain, S extends ServiceName<D>> = Protos[D][S] extends { service: infer Service }
  ? Service
  : never;

/** A service's rpcs by name, without the index signature that the generated type inherits. */
export type Rpcs<D extends Domain, S extends ServiceName<D>> = {
  [Name in keyof Definition<D, S> as string extends Name ? never : number extends Name ? never : Name]: Definition<
    D,
    S
  >[Name] extends TypedMethod<infer _In, infer _Out, infer Request, infer Reply>
    ? { request: Callable<Request>; received: Reply; reply: Sendable<Reply> }
    : never;
};

/** A domain's messages by name. */
export type Messages<D extends Domain> = {
  [Name in keyof Protos[D] as Protos[D][Name] extends MessageTypeDefinition<infer _In, infer _Out>
    ? Name
    : never]: Protos[D][Name] extends MessageTypeDefinition<infer _In, infer Received>
    ? { sent: Sendable<Received>; received: Received }
    : never;
};

/** A message to send: fields that always arrive are required, and null counts as absent (the encoder skips it). */
export type Sendable<T> = T extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : T extends object
    ? { [K in keyof T as K extends `_${string}` ? never : K]: Sendable<T[K]> | Absence<T[K]> }
    : T;

/** A request to send: like `Sendable`, but lists may be absent, too. The receiver gets an empty list. */
export type Callable<T> = T extends readonly (infer Item)[]
  ? readonly Callable<Item>[]
  : T extends object
    ? { [K in keyof T as K extends `_${string}` | Lists<T> ? never : K]: Callable<T[K]> | Absence<T[K]> } & {
        [K in Lists<T>]?: Callable<T[K]>;
      }
    : T;

type Lists<T> = { [K in keyof T]-?: T[K] extends readonly unknown[] ? K : never }[keyof T];
type Absence<Value> = undefined extends Value ? null | undefined : never;

const directory = fileURLToPath(import.meta.resolve('#proto/buf.yaml').replace(/buf\.yaml$/, ''));
const loaded = new Map<Domain, ReturnType<typeof loadSync>>();

/**
 * The definitions of all services and messages of a domain, read from its proto files once. Field names stay as in the
 * files.
 */
export function loadDomain(domain: Domain): ReturnType<typeof loadSync> {
  let definitions = loaded.get(domain);
  if (!definitions) {
    const options = { keepCase: true, longs: Number, defaults: true, arrays: true, includeDirs: [directory] };
    definitions = loadSync(protosOf(domain), options);
    loaded.set(domain, definitions);
  }
  return definitions;
}

function protosOf(domain: Domain): string[] {
  const folder = `${domain}/v1`;
  const files = readdirSync(`${directory}${folder}`).filter((file) => file.endsWith('.proto'));
  return files.map((file) => `${folder}/${file}`);
}

/** An rpc's definition, with the `idempotency_level` of its proto in `options`. */
export type RpcDefinition = MethodDefinition<object, object> & Pick<TypedMethod<object, object>, 'options'>;

/** The rpcs of one service. Throws if the domain has no such service. */
export function loadService(domain: Domain, serviceName: string): Record<string, RpcDefinition> {
  const definition = loadDomain(domain)[`${domain}.v1.${serviceName}`];
  if (!definition || 'format' in definition) throw new Error(`${domain}.v1 has no service ${serviceName}`);
  return definition as Record<string, RpcDefinition>;
}
