import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** All metrics of this process, as `/metrics` prints them. */
export const registry = new Registry();

/** Starts to measure the process: CPU, memory, event loop lag, garbage collection. */
export const measureProcess = (): void => collectDefaultMetrics({ register: registry });

const registers = [registry];
/** Histogram buckets in seconds, from a cache hit to the longest deadline. */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/* No label is named `service`, `pod`, `namespace`, `job` or `instance`: Prometheus gives its targets labels of these names. */

/* Count, errors and duration of each rpc. `labels()` costs more than `observe()`: on a hot path, store its result. */
export const rpcServerDuration = new Histogram({
  name: 'rpc_server_duration_seconds',
  help: 'Time to answer an rpc.',
  labelNames: ['grpc_service', 'method', 'code'],
  buckets: DURATION_BUCKETS,
  registers,
});
export const rpcClientDuration = new Histogram({
  name: 'rpc_client_duration_seconds',
  help: 'Time until an rpc was answered, retries included.',
  labelNames: ['grpc_service', 'method', 'code'],
  buckets: DURATION_BUCKETS,
  registers,
});
export const rpcClientRetries = new Counter({
  name: 'rpc_client_retries_total',
  help: 'Times that a call was tried again, a read or a write.',
  labelNames: ['grpc_service', 'method'],
  registers,
});
export const breakerState = new Gauge({
  name: 'rpc_breaker_state',
  help: 'Circuit breaker of a service and kind of call: 0 closed, 1 half open, 2 open.',
  labelNames: ['upstream', 'kind'],
  registers,
});

export const outboxDepth = new Gauge({
  name: 'outbox_depth',
  help: 'Events that are written but not yet published, counted up to 100,000; one replica says it, the others 0.',
  labelNames: ['component'],
  registers,
});
export const outboxAge = new Gauge({
  name: 'outbox_age_seconds',
  help: 'Age of the oldest event that is not yet published.',
  labelNames: ['component'],
  registers,
});
export const consumerLag = new Gauge({
  name: 'consumer_lag',
  help: 'Events that a durable consumer has not yet acknowledged.',
  labelNames: ['consumer'],
  registers,
});
export const deadLetters = new Counter({
  name: 'dead_letters_total',
  help: 'Messages that were given up.',
  labelNames: ['consumer'],
  registers,
});
export const mongoPool = new Gauge({
  name: 'mongodb_pool_connections',
  help: 'Connections to MongoDB by state: open, in_use, waiting.',
  labelNames: ['state'],
  registers,
});
export const certificateExpiry = new Gauge({
  name: 'tls_certificate_expiry_timestamp_seconds',
  help: 'When the certificate in use expires, in Unix time: rpc between processes, https for callers.',
  labelNames: ['use'],
  registers,
});
export const certificateReloadFailures = new Counter({
  name: 'tls_certificate_reload_failures_total',
  help: 'Times that changed certificate files could not be taken up.',
  labelNames: ['use'],
  registers,
});
