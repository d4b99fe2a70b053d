import { z } from 'zod';

/** An environment variable: its schema, and its purpose. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  explanation: string;
  /** True: neither an error nor a table shows the value. */
  secret: boolean;
}
type Settings = Record<string, Setting>;

export interface ConfigSpec<S extends Settings = Settings> {
  settings: S;
}

/** The result of `loadConfig`, by the variables' names. */
export type Values<S extends Settings> = { [Name in keyof S]: z.output<S[Name]['schema']> };
export type ConfigOf<Spec> = Spec extends ConfigSpec<infer S> ? Values<S> : never;

/** `schema` parses text. An optional variable has a default or is `.optional()`. An empty variable counts as absent. */
export function setting<Schema extends z.ZodType>(
  schema: Schema,
  explanation: string,
  { secret = false }: { secret?: boolean } = {},
): Setting<Schema> {
  return { schema, explanation, secret };
}

export function defineConfig<S extends Settings>(settings: S): ConfigSpec<S> {
  return { settings };
}

/** The error that lists every missing or wrong variable, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: string[];

  constructor(faults: string[]) {
    super(`The configuration has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n  ${faults.join('\n  ')}`);
    this.faults = faults;
  }
}

/** Reads and checks all settings. Throws one ConfigError with all faults. */
export function loadConfig<S extends Settings>(spec: ConfigSpec<S>, env: NodeJS.ProcessEnv = process.env): Values<S> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { schema, explanation, secret }] of Object.entries(spec.settings)) {
    const text = env[name] || undefined;
    const result = schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else faults.push(`${name}: ${fault(text, secret, result.error)} (${explanation})`);
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return values as Values<S>;
}

function fault(text: string | undefined, secret: boolean, error: z.ZodError): string {
  if (text === undefined) return 'is missing';
  // Zod's own messages may contain the value. Messages of our own checks do not.
  const told = secret ? error.issues.filter(({ code }) => code === 'custom') : error.issues;
  const words = [...new Set(told.map(({ message }) => message))].join('; ') || 'is not valid';
  return secret ? words : `${words}, but it is ${JSON.stringify(text)}`;
}

export const port = () => z.coerce.number().int().min(0).max(65_535);
export const milliseconds = () => z.coerce.number().int().positive();
const address = () => z.string().regex(/^[^\s:]+:\d{1,5}$/, 'Expected host:port');
const base64Key = () =>
  z.string().refine((text) => Buffer.from(text, 'base64').length === 32, 'Expected 32 bytes in base64');
const base64Keys = () =>
  z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(z.array(base64Key()))
    .refine((keys) => new Set(keys.map((key) => Buffer.from(key, 'base64').toString('hex'))).size === keys.length, {
      error: 'names a key twice',
    });

/** The settings of every process. `runService` reads them. */
export const processSettings = {
  LOG_LEVEL: setting(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'Least severe log line that is written.',
  ),
  ADMIN_HOST: setting(z.string().default('127.0.0.1'), 'Address of /metrics, /livez and /readyz.'),
  ADMIN_PORT: setting(port().default(0), 'Port of /metrics, /livez and /readyz; 0 = any.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.url().optional(),
    'OpenTelemetry collector (OTLP over HTTP) for traces; none = no tracing.',
  ),
  SHUTDOWN_DELAY_MS: setting(
    z.coerce.number().int().min(0).default(0),
    'Time after SIGTERM to serve on, not ready, until callers have heard of it; about 5000 in a cluster.',
  ),
  SHUTDOWN_TIMEOUT_MS: setting(milliseconds().default(10_000), 'Time for running requests to end after that.'),
} as const;

const tlsSettings = {
  TLS_CA: setting(z.string(), 'File with the CA certificates (PEM) that peers must be signed by.'),
  TLS_CERT: setting(
    z.string(),
    'File with the certificate (PEM) of this process; its common name is the name of the process.',
  ),
  TLS_KEY: setting(z.string(), 'File with the private key (PEM) of TLS_CERT.'),
} as const;

/** The settings of a process that connects to NATS. */
export const busSettings = {
  NATS_URL: setting(z.string(), 'NATS servers, comma-separated.'),
  NATS_USER: setting(z.string().optional(), 'NATS user of this process.'),
  NATS_PASSWORD: setting(z.string().optional(), 'Password of NATS_USER.', { secret: true }),
  NATS_CA: setting(
    z.string().optional(),
    'File with the CA certificates (PEM) that NATS must be signed by; none = no TLS.',
  ),
  NATS_DOMAIN: setting(
    z.string().optional(),
    'By which name the NATS account of this process imports JetStream: EVENTS with deploy/nats/nats.conf; none without accounts.',
  ),
} as const;

/**
 * The settings of a service with a database: those of a process and of NATS, and those of a gRPC server and a database.
 */
export const serviceSettings = {
  ...processSettings,
  GRPC_HOST: setting(z.string().default('127.0.0.1'), 'Address of the gRPC server.'),
  GRPC_PORT: setting(port().default(0), 'Port of the gRPC server; 0 = any.'),
  ...tlsSettings,
  ...busSettings,
  MONGODB_URL: setting(z.string().regex(/^mongodb(\+srv)?:\/\//, 'Expected mongodb://…'), 'MongoDB replica set.', {
    secret: true,
  }),
  MONGODB_DATABASE: setting(z.string().regex(/^\w{1,38}$/), 'Database of this service, which no other process uses.'),
  ENCRYPTION_KEY: setting(
    base64Keys(),
    'Key for what is encrypted at rest: 32 bytes in base64. While it is replaced several, comma-separated: the first encrypts, all decrypt.',
    { secret: true },
  ),
} as const;

/** The address of a service that the process calls. The DNS name has the addresses of all replicas (ADR 25). */
export const addressOf = (service: string) => setting(address(), `gRPC address of ${service}, host:port.`);
