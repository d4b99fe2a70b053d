/** An event as it came. Its text is what is signed and sent, byte for byte, on every attempt. */
export interface LoggedEvent {
  id: string;
  orgId: string;
  type: string;
  /** `data.id`; of the only record of its kind in the org, the org's id. */
  recordId: string;
  sequence: number;
  /** When it happened. */
  at: Date;
  /** The envelope as JSON text. */
  payload: string;
  traceparent: string | null;
  receivedAt: Date;
}

/** An event as a list shows it. */
export type EventSummary = Omit<LoggedEvent, 'payload' | 'traceparent' | 'receivedAt'>;

/** decisions 5: Event log. The rows themselves stay longer, since the last attempts of an event need its text. */
const SHOWN_MS = 30 * 24 * 3600_000;

/** The fields of an event by which the log is searched (decisions 5: Envelope). */
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

/** Attempts are kept 30 days, and the last begins up to eight days after its event: eight times a Retry-After of 24 h. */
export const EVENT_KEPT_MS = 40 * 24 * 3600_000;

/** Until when the text of an event is there to be sent. */
export const keptUntil = ({ receivedAt }: Pick<LoggedEvent, 'receivedAt'>): Date =>
  new Date(receivedAt.getTime() + EVENT_KEPT_MS);

/** From when on events are shown. */
export const shownSince = (now: Date): Date => new Date(now.getTime() - SHOWN_MS);
