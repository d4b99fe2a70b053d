import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { eventData } from '#proto/common/v1/events.contract.ts';
import type { EventSummary } from '#proto/notification/v1/event.contract.ts';
import { startReceiver } from '../receiver.ts';
import { actionOf, writesOf } from './audit.ts';
import { pagesOf, type Walk } from './walk.ts';

interface SentEvent {
  type: string;
  truncated?: true;
  record_id?: string;
  deliveries?: object[];
  has_more_deliveries?: boolean;
}

/** Lets the events happen that no operation makes: a day ends, a receiver says that it is gone, a record is too large for an event. */
export async function makeOtherEvents({ make }: Walk): Promise<void> {
  const late = { invoiceNumber: 'I-late', currency: 'EUR', totalAmount: 100, dueDate: '2020-01-31', status: 'issued' };
  await make('invoices', late);
  // Its SKUs take more than the 256 KiB of an event.
  const many = Array.from({ length: 40 }, (_, index) => `of a kind ${index}`);
  await make('styles', { name: 'Everything', colors: many, sizes: many });
  const gone = await startReceiver();
  gone.fallback = { status: 410 };
  await make('webhooks', { url: gone.url, events: ['supplier.created'] });
  await make('suppliers', { name: 'Weavers' });
  await gone.untilReceived(1);
  await gone.close();
}

/** The event of each write is in the log, with its type. */
export async function judgeLoggedEvents(walk: Walk): Promise<unknown[]> {
  const types = new Map((await pagesOf<EventSummary>(walk, 'events')).map(({ id, type }) => [id, type]));
  const events = writesOf(walk).map(({ target, answer }) => [answer.headers['x-event-id'], actionOf(target)] as const);
  // An attempt that is made again sends the event itself.
  const expected = events.filter(([id, action]) => id && action !== 'webhook.redelivered');
  const made = new Set(types.values());
  return [
    ...expected.filter(([id, action]) => types.get(String(id)) !== action),
    ...Object.keys(eventData).filter((type) => !made.has(type)),
  ];
}

/** A receiver of all events is sent each of them; a test is sent to its own webhook alone. */
export async function judgeSentEvents(walk: Walk): Promise<unknown[]> {
  const sent = new Set(walk.receiver.requests.map(({ headers }) => headers['webhook-id']));
  const events = await pagesOf<EventSummary>(walk, 'events');
  const expected = events.filter(
    ({ org_id, type, timestamp }) =>
      org_id === walk.own.org_id && type !== 'webhook.test' && timestamp > walk.subscribedAt,
  );
  return expected.filter(({ id }) => !sent.has(id));
}

/** An event of each type as it is read, and all events as they are sent, are as their schemas say. */
export async function judgeEventSchemas(walk: Walk): Promise<unknown[]> {
  const faultsOf = await eventJudge(walk);
  const oneOfEach = new Map((await pagesOf<EventSummary>(walk, 'events')).map((event) => [event.type, event]));
  const read = [...oneOfEach.values()].map(async ({ id, org_id }) => {
    const { system, token } = walk;
    const event = await system.json<SentEvent>(token, 'GET', `/api/v1/events/${id}`, undefined, { 'x-org-id': org_id });
    const { record_id: _, deliveries: __, has_more_deliveries: ___, ...envelope } = event;
    return envelope;
  });
  const sent = walk.receiver.requests.map(({ body }) => JSON.parse(body) as SentEvent);
  const hasTruncated = sent.some(({ type, truncated }) => type === 'style.created' && truncated);
  const faults = [...(await Promise.all(read)), ...sent].flatMap(faultsOf);
  return hasTruncated ? faults : [...faults, 'no style.created is truncated'];
}

/** Judges events by the schemas of `GET /api/v1/event-types`, and by those of the API description, which know every field. */
async function eventJudge(walk: Walk): Promise<(event: SentEvent) => unknown[]> {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(walk.document, 'openapi');
  const types = await pagesOf<{ type: string; schema: object }>(walk, 'event-types');
  const published = new Map(types.map(({ type, schema }) => [type, ajv.compile(schema)]));
  return (event) => {
    const place = `openapi#/webhooks/${event.type}/post/requestBody/content/application~1json/schema`;
    return [published.get(event.type), ajv.getSchema(place)].flatMap((validate): unknown[] => {
      if (!validate) return [`${event.type} has no schema`];
      if (validate({ ...event })) return [];
      const faults = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
      return [[event.type, ...faults]];
    });
  };
}
