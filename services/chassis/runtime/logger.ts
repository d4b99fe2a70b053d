import { type DestinationStream, pino } from 'pino';
import { LogSink } from './log-sink.ts';

export type Logger = pino.Logger;

/** Names of fields whose value is never written, at the top level of a log line and up to two levels below. */
const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'password',
  'secret',
  'token',
  'access_token',
  'key',
];

const redactedPaths = SECRETS.flatMap((name) => {
  const field = /^\w+$/.test(name) ? name : `["${name}"]`;
  const below = field.startsWith('[') ? field : `.${field}`;
  return [field, `*${below}`, `*.*${below}`];
});

const stdout = new LogSink(1);

/** Resolves when every line so far is written or dropped. */
export const flushLogs = (): Promise<void> => stdout.flush();

/**
 * Writes JSON lines to stdout, or to `destination`. Each line has level, time, name, msg and the fields of the call.
 */
export function createLogger(name: string, level: string, destination: DestinationStream = stdout): Logger {
  const options: pino.LoggerOptions = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorFields },
    redact: { paths: redactedPaths, censor: '[redacted]' },
  };
  return pino(options, destination);
}

/** A logger that adds the request id to every line, and the trace id if there is a trace. */
export function requestLogger(logger: Logger, requestId: string, traceparent: string | undefined): Logger {
  return logger.child(traceparent === undefined ? { requestId } : { requestId, traceId: traceparent.split('-')[1] });
}

/**
 * The log fields of an error and its causes. Leaves out the error's other fields: errors of the MongoDB driver contain
 * whole documents.
 */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    type: name,
    message,
    stack,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(cause !== undefined && { cause: errorFields(cause) }),
  };
}
