import { setTimeout as sleep } from 'node:timers/promises';
import { type AdminServer, type Reasons, serveAdmin } from './admin-server.ts';
import { createLogger, flushLogs, type Logger } from './logger.ts';
import { measureProcess } from './metrics.ts';
import { startTracing } from './tracing.ts';

/** Something that a process starts, watches and stops: a store, a bus, a server. */
export interface Component {
  name: string;
  /** Resolves when it serves or, for a connection, when it is trying. */
  start?(): Promise<void>;
  /** The process is about to stop, and serves on for a while: who has a connection is told to take another. */
  leave?(): void;
  /** Finishes what is running, then lets go. */
  stop?(): Promise<void>;
  /** `true`, or why not. */
  ready?(): true | string;
  /** Functions that the part lacks for now, though calls are served: shown beside readiness, which it does not change. */
  degraded?(): string | undefined;
  /** The ports that it listens on, by protocol. */
  ports?(): Record<string, number>;
  /** Told whenever the readiness of the whole process changes. */
  readiness?(ready: boolean): void;
}

/** The settings that every process reads. */
export interface ProcessConfig {
  LOG_LEVEL: string;
  ADMIN_HOST: string;
  ADMIN_PORT: number;
  SHUTDOWN_DELAY_MS: number;
  SHUTDOWN_TIMEOUT_MS: number;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
}

export type Build = (base: { logger: Logger }) => Promise<Component[]> | Component[];

/** Milliseconds between two looks at readiness for parts that are told of it; /readyz looks itself. */
const READINESS_INTERVAL = 500;
/** On top of SHUTDOWN_TIMEOUT_MS, which running requests get: for the other parts to let go. */
export const STOP_GRACE = 5_000;

/**
 * Runs a process: builds its parts, starts them in order, answers /livez and /readyz, and on SIGTERM or SIGINT stops them
 * in reverse order and exits with 0. A part that cannot start, and a rejection that nobody handles, end it with 1.
 * After SIGTERM it is not ready, but serves on for SHUTDOWN_DELAY_MS: who calls it hears of the former later. Its parts
 * are told at once, so that connections that are kept do not last into the drain.
 */
export async function runService(name: string, config: ProcessConfig, build: Build): Promise<void> {
  const service = new Service(name, config);
  process.once('SIGTERM', () => void service.stop('SIGTERM', 0, config.SHUTDOWN_DELAY_MS));
  process.once('SIGINT', () => void service.stop('SIGINT', 0));
  // Node may hang in its exit (nodejs/node issue 54918): the supervisor kills it then.
  process.once('exit', () => process.send?.({ type: 'exit' }));
  // The IPC channel closes when the supervisor is gone, however it went: do not outlive it.
  process.once('disconnect', () => void service.stop('disconnect', 0));
  // Node's own warnings go there; that one cannot be written, since the disk is full, is no failure.
  process.stderr.on('error', () => undefined);
  process.once('uncaughtException', (error) => service.fail(error));
  process.once('unhandledRejection', (error) => service.fail(error));
  await service.start(build).catch((error) => service.fail(error));
}

class Service {
  readonly #name: string;
  readonly #config: ProcessConfig;
  readonly #logger: Logger;
  readonly #stopTracing: () => Promise<void>;
  readonly #started: Component[] = [];
  #phase: 'starting' | 'running' | 'stopping' = 'starting';
  #ready = false;
  #admin: AdminServer | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(name: string, config: ProcessConfig) {
    this.#name = name;
    this.#config = config;
    this.#logger = createLogger(name, config.LOG_LEVEL);
    this.#stopTracing = startTracing(name, config.OTEL_EXPORTER_OTLP_ENDPOINT);
  }

  async start(build: Build): Promise<void> {
    measureProcess();
    const { ADMIN_HOST: host, ADMIN_PORT: port } = this.#config;
    this.#admin = await serveAdmin({ host, port, unready: () => this.#unready(), degraded: () => this.#degraded() });
    for (const part of await build({ logger: this.#logger })) {
      if (this.#phase === 'stopping') return;
      this.#started.push(part);
      await part.start?.();
    }
    this.#phase = 'running';
    this.#timer = setInterval(() => this.#tellReadiness(), READINESS_INTERVAL);
    this.#tellReadiness();
    this.#announce();
  }

  /** `delay` in milliseconds: how long it serves on. */
  async stop(reason: string, code: number, delay = 0): Promise<void> {
    if (this.#phase === 'stopping') return;
    this.#phase = 'stopping';
    this.#logger.info({ reason, delay }, 'Stopping');
    setTimeout(() => process.exit(1), delay + this.#config.SHUTDOWN_TIMEOUT_MS + STOP_GRACE).unref();
    clearInterval(this.#timer);
    this.#tellReadiness();
    for (const part of this.#started) part.leave?.();
    await sleep(delay);
    for (const part of this.#started.reverse()) await this.#stopPart(part);
    await this.#stopTracing().catch((error) => this.#logger.warn({ err: error }, 'Traces were lost'));
    await this.#admin?.close();
    this.#logger.info('Stopped');
    await flushLogs();
    process.exit(code);
  }

  fail(error: unknown): void {
    this.#logger.fatal({ err: error }, `${this.#name} failed`);
    void this.stop('failure', 1);
  }

  async #stopPart(part: Component): Promise<void> {
    try {
      await part.stop?.();
    } catch (error) {
      this.#logger.error({ err: error, part: part.name }, 'Part did not stop cleanly');
    }
  }

  #unready(): Reasons {
    if (this.#phase !== 'running') return { process: this.#phase };
    return reasonsOf(this.#started, (part) => part.ready?.());
  }

  #degraded(): Reasons {
    return reasonsOf(this.#started, (part) => part.degraded?.());
  }

  #tellReadiness(): void {
    const reasons = this.#unready();
    const ready = Object.keys(reasons).length === 0;
    if (ready === this.#ready) return;
    this.#ready = ready;
    this.#logger.info({ ready, reasons }, ready ? 'Ready' : 'Not ready');
    for (const part of this.#started) part.readiness?.(ready);
  }

  #announce(): void {
    const ports = Object.assign({ admin: this.#admin?.port }, ...this.#started.map((part) => part.ports?.() ?? {}));
    this.#logger.info({ event: 'listening', ports }, 'Listening');
    process.send?.({ type: 'ready', ...ports });
  }
}

function reasonsOf(parts: Component[], reasonOf: (part: Component) => true | string | undefined): Reasons {
  const reasons = parts.map((part) => [part.name, reasonOf(part)] as const);
  return Object.fromEntries(reasons.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
