/** An event as it arrived. Its payload is signed and sent byte for byte, at every attempt. */
export interface LoggedEvent {
  id: string;
  orgId: string;
  type: string;
  /** `data.id`. For a record that exists once per org: the id of the org. */
  recordId: string;
  sequence: number;
  /** The time of the event. */
  at: Date;
  /** The envelope as JSON text. */
  payload: string;
  traceparent: string | null;
  receivedAt: Date;
}

/** An event in lists. */
export type EventSummary = Omit<LoggedEvent, 'payload' | 'traceparent' | 'receivedAt'>;

/**
 * Milliseconds for which events are shown (decisions 5: Event log). They are stored longer, because the last attempts
 * need the payload.
 */
const SHOWN_MS = 30 * 24 * 3600_000;

/** The fields of an envelope that the log is searched by (decisions 5: Envelope). */
export interface Said {
  org_id: string;
  timestamp: string;
  sequence: number;
  data: Record<string, unknown>;
}

export function indexed({
  org_id: orgId,
  timestamp,
  sequence,
  data,
}: Said): Pick<LoggedEvent, 'recordId' | 'sequence' | 'at'> {
  return { recordId: typeof data.id === 'string' ? data.id : orgId, sequence, at: new Date(timestamp) };
}

/**
 * Milliseconds that events are stored. Attempts are stored 30 days, and the last one begins up to eight days after its
 * event: eight times a Retry-After of 24 h.
 */
export const EVENT_KEPT_MS = 40 * 24 * 3600_000;

/** The time until which the payload of an event is stored. */
export const keptUntil = ({ receivedAt }: Pick<LoggedEvent, 'receivedAt'>): Date =>
  new Date(receivedAt.getTime() + EVENT_KEPT_MS);

/** The time since which events are shown. */
export const shownSince = (now: Date): Date => new Date(now.getTime() - SHOWN_MS);
