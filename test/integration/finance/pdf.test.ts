import { beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type Caller, caller } from '../../support/service/callers.ts';
import { printed } from '../../unit/services/finance/pdf/printed.ts';
import { noted, ordered } from './delivery-note-scene.ts';
import { callerOfClient, openFinance } from './finance-service.ts';
import { invoiced } from './invoice-scene.ts';
import { refused } from './refusals.ts';

const finance = await openFinance();
beforeAll(async () => {
  // Starts the drawing thread. On a busy machine, a first call could pass its deadline before the thread has started.
  const principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'admin' } as const;
  const waiting = { principal, deadline: Date.now() + 60_000, signal: new AbortController().signal };
  await eventually(() => finance.parts.printer.print(printed(), waiting), 60_000);
}, 90_000);

type Drawn = (who: Caller, clientId: string) => Promise<(by: Caller) => Promise<{ content: Buffer }>>;

test.each<[string, Drawn]>([
  [
    'delivery note',
    async (who, clientId) => {
      const order = await ordered(finance, who, { clientId });
      const { id } = await noted(finance, who, order.id, { status: 'ready' });
      return (by) => finance.deliveryNotes.drawDeliveryNote({ id }, by);
    },
  ],
  [
    'invoice',
    async (who, clientId) => {
      const { id } = await invoiced(finance, who, { clientId, status: 'issued' });
      return (by) => finance.invoices.drawInvoice({ id }, by);
    },
  ],
])('a PDF of a %s is drawn for its own client, and is not there for any other, nor in another org', async (_, make) => {
  const who = caller();
  const [own, other] = [finance.product.client().id, finance.product.client().id];
  const drawn = await make(who, own);
  expect((await drawn(callerOfClient(who, own))).content.subarray(0, 5).toString()).toBe('%PDF-');
  for (const by of [callerOfClient(who, other), caller()])
    await expect(drawn(by)).rejects.toEqual(refused('not_found'));
});
