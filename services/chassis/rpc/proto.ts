import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import { loadSync, type MessageTypeDefinition, type MethodDefinition as TypedMethod } from '@grpc/proto-loader';
import type { ProtoGrpcType as ApiKeys } from '#proto/gen/api_key.ts';
import type { ProtoGrpcType as Audit } from '#proto/gen/audit.ts';
import type { ProtoGrpcType as Boms } from '#proto/gen/bom.ts';
import type { ProtoGrpcType as Common } from '#proto/gen/common.ts';
import type { ProtoGrpcType as ExchangeRates } from '#proto/gen/exchange_rate.ts';
import type { ProtoGrpcType as Finance } from '#proto/gen/finance.ts';
import type { ProtoGrpcType as Identity } from '#proto/gen/identity.ts';
import type { ProtoGrpcType as Invitations } from '#proto/gen/invitation.ts';
import type { ProtoGrpcType as Materials } from '#proto/gen/material.ts';
import type { ProtoGrpcType as Notification } from '#proto/gen/notification.ts';
import type { ProtoGrpcType as Orgs } from '#proto/gen/org.ts';
import type { ProtoGrpcType as Passwords } from '#proto/gen/password.ts';
import type { ProtoGrpcType as Product } from '#proto/gen/product.ts';
import type { ProtoGrpcType as Releases } from '#proto/gen/release.ts';
import type { ProtoGrpcType as Sessions } from '#proto/gen/session.ts';
import type { ProtoGrpcType as Styles } from '#proto/gen/style.ts';
import type { ProtoGrpcType as Suppliers } from '#proto/gen/supplier.ts';
import type { ProtoGrpcType as Users } from '#proto/gen/user.ts';

/** The generated types of each domain's protos. */
interface Protos {
  common: Common['common']['v1'] & Releases['common']['v1'];
  finance: Finance['finance']['v1'];
  identity: Identity['identity']['v1'] &
    ApiKeys['identity']['v1'] &
    Audit['identity']['v1'] &
    Invitations['identity']['v1'] &
    Orgs['identity']['v1'] &
    Passwords['identity']['v1'] &
    Sessions['identity']['v1'] &
    Users['identity']['v1'];
  notification: Notification['notification']['v1'];
  product: Product['product']['v1'] &
    Boms['product']['v1'] &
    ExchangeRates['product']['v1'] &
    Materials['product']['v1'] &
    Suppliers['product']['v1'] &
    Styles['product']['v1'];
}

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

/** A message as one sends it: everything that always arrives is there, and null is absent (the encoder skips it). */
export type Sendable<T> = T extends readonly (infer Item)[]
  ? readonly Sendable<Item>[]
  : T extends object
    ? { [K in keyof T as K extends `_${string}` ? never : K]: Sendable<T[K]> | Absence<T[K]> }
    : T;

/** The same as a caller sends it: a list may be left out too, and arrives empty. */
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

/** The definition of every service and message of a domain, read from its protos once. Names are kept as they are. */
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

/** An rpc as it is called, with what its proto says of repeating it: `idempotency_level`. */
export type RpcDefinition = MethodDefinition<object, object> & Pick<TypedMethod<object, object>, 'options'>;

/** The rpcs of one service. Throws when the domain has no such service. */
export function loadService(domain: Domain, serviceName: string): Record<string, RpcDefinition> {
  const definition = loadDomain(domain)[`${domain}.v1.${serviceName}`];
  if (!definition || 'format' in definition) throw new Error(`${domain}.v1 has no service ${serviceName}`);
  return definition as Record<string, RpcDefinition>;
}
