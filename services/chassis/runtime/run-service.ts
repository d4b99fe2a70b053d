import { setTimeout as sleep } from 'node:timers/promises';
import { type AdminServer, type Reasons, serveAdmin } from './admin-server.ts';
import { createLogger, flushLogs, type Logger } from './logger.ts';
import { measureProcess } from './metrics.ts';
import { startTracing } from './tracing.ts';

/** A part that a process starts, watches and stops: a store, a bus, a server. */
export interface Component {
  name: string;
  /** Resolves when the part serves. A connection resolves as soon as it tries to connect. */
  start?(): Promise<void>;
  /** Called when the process will stop soon, but still serves: the part tells its peers to use other connections. */
  leave?(): void;
  /** Finishes running work, then closes. */
  stop?(): Promise<void>;
  /** `true`, or the reason why the part is not ready. */
  ready?(): true | string;
  /** A fault with which calls are still served; undefined: none. /readyz shows it, but the process stays ready. */
  degraded?(): string | undefined;
  /** The ports that the part listens on, by protocol. */
  ports?(): Record<string, number>;
  /** Called when the readiness of the whole process changes. */
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

/** Milliseconds between two checks of readiness for `Component.readiness`. /readyz makes its own check. */
const READINESS_INTERVAL = 500;
/**
 * Milliseconds in addition to SHUTDOWN_TIMEOUT_MS, which is for running requests. The other parts stop in this time.
 */
export const STOP_GRACE = 5_000;

/**
 * Runs a process: builds its parts, starts them in order, and answers /livez and /readyz. SIGTERM or SIGINT stops the
 * parts in reverse order, and the process exits with 0. If a part cannot start, or an error is not handled, the process
 * exits with 1. After SIGTERM the process is not ready, but still serves for SHUTDOWN_DELAY_MS, because its callers
 * learn of the stop later. Its parts learn of it immediately, so that persistent connections end before the drain.
 */
export async function runService(name: string, config: ProcessConfig, build: Build): Promise<void> {
  const service = new Service(name, config);
  process.once('SIGTERM', () => void service.stop('SIGTERM', 0, config.SHUTDOWN_DELAY_MS));
  process.once('SIGINT', () => void service.stop('SIGINT', 0));
  // Node may hang in its exit (nodejs/node issue 54918). After this message the supervisor kills a process that hangs.
  process.once('exit', () => process.send?.({ type: 'exit' }));
  // The IPC channel closes when the supervisor is gone, even after kill -9. Then this process must stop, too.
  process.once('disconnect', () => void service.stop('disconnect', 0));
  // Node writes its own warnings to stderr. A write that fails on a full disk must not end the process.
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

  /** `delay`: milliseconds that the process still serves. */
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
