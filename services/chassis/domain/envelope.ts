/** decisions 5: Envelope. The message between services, the webhook's body and the payload of a delivery. */
export interface Envelope {
  id: string;
  type: string;
  /** RFC 3339, UTC, milliseconds. */
  timestamp: string;
  api_version: 'v1';
  org_id: string;
  /** Rises by one per event of the record. */
  sequence: number;
  /** The resource as a single read returns it; its ids alone when `truncated`. */
  data: Record<string, unknown>;
  /** The changed fields as they were before. */
  previous?: Record<string, unknown>;
  /** Of bom.submitted: the line differences against the last approved version. */
  comparison?: Record<string, unknown>;
  truncated?: true;
}

/** Bytes of JSON from which an envelope holds the record's ids alone (decisions 5: Envelope). */
export const MAX_ENVELOPE = 256 * 1024;
const ID_FIELDS = ['id', 'documentId', 'internalId'];

/** The envelope as JSON text, cut down to the ids when it is over 256 KiB: with its comparison, where that fits. */
export function envelopeText(envelope: Envelope): string {
  const whole = JSON.stringify(envelope);
  if (fits(whole)) return whole;
  const { previous: _, comparison, ...rest } = envelope;
  const ids = ID_FIELDS.filter((name) => name in envelope.data).map((name) => [name, envelope.data[name]]);
  const brief: Envelope = { ...rest, data: Object.fromEntries(ids), truncated: true };
  const compared = JSON.stringify({ ...brief, comparison });
  return fits(compared) ? compared : JSON.stringify(brief);
}

/** No character takes more than three bytes of UTF-8 per code unit: short text needs no counting. */
const fits = (text: string): boolean => text.length * 3 <= MAX_ENVELOPE || Buffer.byteLength(text) <= MAX_ENVELOPE;
