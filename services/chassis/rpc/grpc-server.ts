import { Server } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Component } from '../runtime/run-service.ts';
import { serverCredentials, type TlsFiles } from './certificates.ts';
import { addService, type EndpointOptions, type ServiceImplementation } from './endpoint.ts';
import { FLOW_CONTROL_WINDOW, MAX_MESSAGE } from './grpc-limits.ts';
import { versionService } from './version-service.ts';

/** The services of a process: at least one, all of its own domain. */
type Services = [ServiceImplementation, ...ServiceImplementation[]];

export interface GrpcServerOptions extends EndpointOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  tls: TlsFiles;
  services: Services;
  /** Milliseconds that running calls have to finish in a drain. */
  drainTimeout?: number;
  /** Milliseconds after which a connection takes no new calls, plus or minus a tenth. */
  connectionAge?: number;
  /** Milliseconds that a TLS handshake may take. */
  handshakeTimeout?: number;
}

export interface RunningServer {
  port: number;
  /** Sets the answer of the gRPC health protocol. */
  setServing(serving: boolean): void;
  /** Refuses new calls, waits for running ones, and closes. */
  drain(): Promise<void>;
}

const DRAIN_TIMEOUT = 8_000;
/**
 * Milliseconds. A client looks up the addresses again when a connection ends, so it finds a new replica within this
 * time.
 */
const CONNECTION_AGE = 60_000;
/**
 * Milliseconds that running calls have on a connection of this age: longer than any call (decisions 1: Sizes, times).
 */
const CONNECTION_GRACE = 10_000;
const HANDSHAKE_TIMEOUT = 5_000;

/** Serves `services`, the gRPC health protocol and common.v1.VersionService. */
export async function serveGrpc(options: GrpcServerOptions): Promise<RunningServer> {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE,
    'grpc.max_send_message_length': MAX_MESSAGE,
    'grpc.max_connection_age_ms': options.connectionAge ?? CONNECTION_AGE,
    'grpc.max_connection_age_grace_ms': CONNECTION_GRACE,
    'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW,
    'grpc.enable_channelz': 0,
  });
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  for (const service of [...options.services, versionService(options.services[0].domain)]) {
    addService(server, service, options);
  }
  const { host, tls, logger, handshakeTimeout = HANDSHAKE_TIMEOUT } = options;
  const port = await bind(server, `${host}:${options.port}`, serverCredentials(tls, handshakeTimeout, logger));
  return {
    port,
    setServing: (serving) => health.setStatus('', serving ? 'SERVING' : 'NOT_SERVING'),
    drain: () => drain(server, options.drainTimeout ?? DRAIN_TIMEOUT),
  };
}

/** The settings that a gRPC server reads. */
export interface GrpcServerConfig {
  GRPC_HOST: string;
  GRPC_PORT: number;
  TLS_CA: string;
  TLS_CERT: string;
  TLS_KEY: string;
  SHUTDOWN_TIMEOUT_MS: number;
}

/** The gRPC server as a part of a process. */
export function grpcServer(options: EndpointOptions & { config: GrpcServerConfig; services: Services }): Component {
  const { config, ...served } = options;
  const tls = { ca: config.TLS_CA, cert: config.TLS_CERT, key: config.TLS_KEY };
  let running: RunningServer | undefined;
  return {
    name: 'grpc',
    async start() {
      const drainTimeout = config.SHUTDOWN_TIMEOUT_MS;
      running = await serveGrpc({
        host: config.GRPC_HOST,
        port: config.GRPC_PORT,
        tls,
        ...served,
        drainTimeout,
      });
    },
    stop: async () => running?.drain(),
    ports: () => (running ? { grpc: running.port } : {}),
    readiness: (ready) => running?.setServing(ready),
  };
}

function bind(server: Server, address: string, credentials: ReturnType<typeof serverCredentials>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
}

function drain(server: Server, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), timeout);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
