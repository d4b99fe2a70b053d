import { type DestinationStream, pino } from 'pino';
import { LogSink } from './log-sink.ts';

export type Logger = pino.Logger;

/** Names of fields whose value is never written, at the top of a line and up to two objects down. */
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

/** Settles when every line so far is written, or is known to be lost. */
export const flushLogs = (): Promise<void> => stdout.flush();

/** JSON lines on stdout (or `destination`), one object each: level, time, name, msg and what the call adds. */
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

/** A logger whose every line names the request, and the trace where there is one. */
export function requestLogger(logger: Logger, requestId: string, traceparent: string | undefined): Logger {
  return logger.child(traceparent === undefined ? { requestId } : { requestId, traceId: traceparent.split('-')[1] });
}

/**
 * The fields of a log line about an error and its causes. Other fields of errors are left out: the driver's hold whole
 * documents.
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
