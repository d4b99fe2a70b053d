import type { Attributes, Context, Span } from '@opentelemetry/api';

export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';
/** Gets the traceparent for further calls. */
type Work<T> = (traceparent: string | undefined) => Promise<T>;

interface Tracer {
  run<T>(name: string, kind: SpanKind, parent: string | undefined, attributes: Attributes, work: Work<T>): Promise<T>;
  current(): string | undefined;
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;

/**
 * Starts to send spans to the OTLP collector at `endpoint`. Returns a function that stops it. Without an endpoint no
 * tracing code is loaded; an incoming traceparent is still passed on.
 */
export function startTracing(service: string, endpoint: string | undefined): () => Promise<void> {
  if (!endpoint) return async () => {};
  const starting = createTracer(service, endpoint).then((created) => {
    tracer = created;
  });
  return async () => {
    await starting;
    await tracer?.stop();
    tracer = undefined;
  };
}

export const isTracing = (): boolean => tracer !== undefined;

/** The W3C traceparent of the running span. */
export const currentTraceparent = (): string | undefined => tracer?.current();

/** Runs `work` in a span below `parent`. If tracing is off, runs `work` with `parent` as its traceparent. */
export function withSpan<T>(
  name: string,
  kind: SpanKind,
  parent: string | undefined,
  attributes: Attributes,
  work: Work<T>,
): Promise<T> {
  return tracer ? tracer.run(name, kind, parent, attributes, work) : work(parent);
}

async function createTracer(service: string, endpoint: string): Promise<Tracer> {
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', endpoint.replace(/\/?$/, '/')).href });
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  const spans = provider.getTracer('selvedge');
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    producer: api.SpanKind.PRODUCER,
    consumer: api.SpanKind.CONSUMER,
  };

  function parentOf(traceparent: string | undefined): Context {
    const active = api.context.active();
    return traceparent === undefined ? active : api.propagation.extract(active, { traceparent });
  }

  async function finish<T>(span: Span, work: Work<T>): Promise<T> {
    try {
      return await work(traceparentOf(span));
    } catch (error) {
      span.recordException(error as Error);
      span.setStatus({ code: api.SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    run(name, kind, parent, attributes, work) {
      const from = parentOf(parent);
      const span = spans.startSpan(name, { kind: kinds[kind], attributes }, from);
      return api.context.with(api.trace.setSpan(from, span), finish, undefined, span, work) as Promise<never>;
    },
    current() {
      const span = api.trace.getActiveSpan();
      return span && traceparentOf(span);
    },
    stop: () => provider.shutdown(),
  };
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
