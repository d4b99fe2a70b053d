import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Delivery } from '#proto/gen/notification/v1/Delivery.ts';
import type { DeliveryList } from '#proto/gen/notification/v1/DeliveryList.ts';
import type { WebhookReply } from '#proto/gen/notification/v1/WebhookReply.ts';
import { eventually } from '../../support/eventually.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { aCall, anAdmin, anEvent, openReplica, type Replica } from './support.ts';

/** A secret in the format of Standard Webhooks. */
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A process of notification for the test file. Each test gets a new org and a new receiver. */
export class Scene {
  replica!: Replica;
  receiver!: Receiver;
  orgId = '';

  constructor(settings: Record<string, string> = {}) {
    beforeAll(async () => {
      this.replica = await openReplica(settings);
    }, 30_000);
    afterAll(() => this.replica.close({ drop: true }));
    beforeEach(async () => {
      this.orgId = newId();
      this.receiver = await startReceiver();
    });
    afterEach(() => this.receiver.close());
  }

  caller(context: object = {}) {
    return aCall({ ...anAdmin, orgId: this.orgId }, context);
  }

  /** Calls an rpc as an admin of the org. */
  call<Reply>(rpc: string, request: object): Promise<Reply> {
    return this.replica.call(rpc, request, this.caller());
  }

  /** Creates a webhook for the receiver, and returns its id. */
  async webhook(input: object = {}): Promise<string> {
    const webhook = { url: `${this.receiver.url}/hook?a=1`, events: ['client.*'], ...input };
    const { record } = await this.call<WebhookReply>('CreateWebhook', { webhook });
    return record?.id ?? '';
  }

  /** Changes the fields of the patch; null clears a field. */
  update(id: string, patch: object, rest: object = {}): Promise<WebhookReply> {
    const values = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
    return this.call('UpdateWebhook', { id, patch: { events: [], ...values }, fields: Object.keys(patch), ...rest });
  }

  collection(name: string) {
    return this.replica.store.connection.collection(name);
  }

  /** Passes an event of the org to the consumer, and returns the envelope. */
  async event(type = 'client.created', options: { id?: string; traceparent?: string } = {}) {
    const message = anEvent(type, { orgId: this.orgId, ...options });
    await this.replica.accept(message);
    return message.envelope;
  }

  async deliveries(webhookId: string, query: object = {}): Promise<Delivery[]> {
    const { data } = await this.call<DeliveryList>('ListDeliveries', { webhook_id: webhookId, limit: 50, ...query });
    return data;
  }

  /** Waits until exactly `count` attempts are recorded. Returns them, the newest first. */
  recorded(webhookId: string, count: number): Promise<Delivery[]> {
    return eventually(async () => {
      const found = await this.deliveries(webhookId);
      if (found.length !== count) throw new Error(`${found.length} attempts instead of ${count}`);
      return found;
    });
  }
}

/** A promise, and the function that resolves it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
