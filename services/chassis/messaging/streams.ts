/** The stream of all events, `events.<service>.<resource>.<verb>`. */
export const EVENTS = 'EVENTS';

/**
 * Days that a stream keeps an event, and that an outbox keeps a published row. With these rows a lost stream is filled
 * again (decisions 5: Guarantee).
 */
export const KEPT_DAYS = 7;
