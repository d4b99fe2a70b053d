/** The stream of all events, `events.<service>.<resource>.<verb>`. */
export const EVENTS = 'EVENTS';

/** Days that a stream keeps an event, and an outbox a published row, to fill a lost stream again (decisions 5: Guarantee). */
export const KEPT_DAYS = 7;
