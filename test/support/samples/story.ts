import type { Sample } from '../../../gateway/openapi/samples.ts';
import { eventually } from '../eventually.ts';
import type { Instance } from '../system/instance.ts';
import { mailedToken } from '../system/mail.ts';
import type { Target } from '../walk/calls.ts';
import { LOCAL_RECEIVERS } from '../webhooks.ts';
import { Recorder } from './recorder.ts';

/** Settings of the system in which the story plays. The story sends more requests in a minute than a user may. */
export const STORY_SETTINGS = {
  ...LOCAL_RECEIVERS,
  RATE_LIMIT_USER: '6000',
  ARGON2_MEMORY_KIB: '19456',
  ARGON2_PASSES: '2',
};

const PASSWORD = 'seven grey herons at noon';

/**
 * The story of the samples, in a new system: a firm from its first client to the payment of an invoice. Then every read,
 * and at last the writes that are no part of the story, with records of their own.
 */
export async function recordStory(system: Instance): Promise<Record<string, Sample>> {
  const recorder = await Recorder.of(system);
  try {
    await foundFirm(recorder, system);
    await designStyle(recorder);
    await buyGoods(recorder);
    await sellGoods(recorder);
    await reconcile(recorder);
    await tellRest(recorder);
    return recorder.samples();
  } finally {
    await recorder.close();
  }
}

async function foundFirm(story: Recorder, system: Instance): Promise<void> {
  await story.tell('login');
  await story.tell('createOrg', { org_id: 'id' });
  await story.tell('createWebhook', { webhook_id: 'id' });
  await story.tell('createUser', { user_id: 'id' });
  const email = 'ana.reis@example.com';
  await story.tell('acceptInvitation', {}, { mailed_token: await mailedToken(system, email, 'accept-invitation') });
  // A user who accepts an invitation gets another id.
  const [{ data: users }] = (await story.peek(['users'])) as [{ data: { id: string; email: string }[] }];
  story.values.user_id = String(users.find((user) => user.email === email)?.id);
  await story.tell('requestPasswordReset');
  await story.tell('resetPassword', {}, { mailed_token: await mailedToken(system, email, 'reset-password') });
  const token = await system.login({ email, password: PASSWORD });
  await story.tell('updateMe', {}, { token });
  await story.tell('createApiKey', { api_key_id: 'id' });
  await story.tell('putExchangeRates');
  await story.tell('createBankAccount', { bank_account_id: 'id' });
  await story.tell('createManagementAccount', { management_account_id: 'id' });
}

async function designStyle(story: Recorder): Promise<void> {
  await story.tell('createSupplier', { supplier_id: 'id' });
  await story.tell('updateSupplier');
  await story.tell('createClient', { client_id: 'id' });
  await story.tell('updateClient');
  await story.tell('createMaterial', { material_id: 'id', material_sku_id: 'skus.0.id' });
  await story.tell('createStyle', { style_id: 'id', sku_id: 'skus.0.id', other_sku_id: 'skus.1.id' });
  await story.tell('createBom', { bom_id: 'id' });
  await story.tell('replaceBomLineItems', { line_item_id: 'lineItems.0.id' });
  await story.tell('updateBomLineItem');
  await story.tell('submitBom');
  await story.tell('approveBom');
  await story.tell('createBomVersion');
}

async function buyGoods(story: Recorder): Promise<void> {
  const saved = { purchase_order_id: 'id', purchase_order_item_id: 'items.0.id' };
  await story.tell('createPurchaseOrder', saved);
  await story.tell('updatePurchaseOrder');
  await story.tell('approvePurchaseOrder');
  await story.tell('issuePurchaseOrder');
  await story.tell('receivePurchaseOrder');
}

async function sellGoods(story: Recorder): Promise<void> {
  const saved = { sales_order_id: 'id', sales_order_line_item_id: 'lineItems.0.id' };
  await story.tell('createSalesOrder', { ...saved, order_client_id: 'clientId' });
  await story.tell('updateSalesOrder');
  await story.tell('confirmSalesOrder');
  await story.tell('startSalesOrder');
  await story.tell('createDeliveryNote', { delivery_note_id: 'id' });
  await story.tell('updateDeliveryNote');
  await story.tell('readyDeliveryNote');
  await story.tell('shipDeliveryNote');
  await story.tell('deliverDeliveryNote');
  await story.tell('createInvoice', { invoice_id: 'id' });
  await story.tell('updateInvoice');
  await story.tell('issueInvoice');
  await story.tell('payInvoice');
}

async function reconcile(story: Recorder): Promise<void> {
  const saved = { bank_statement_id: 'id', bank_line_id: 'lines.1.id' };
  await story.tell('createBankStatement', saved);
  await story.tell('updateBankStatement');
  await story.tell('matchBankLine');
  const { data } = await story.tell('listInvoicePayments');
  story.values.payment_id = String(data[0]?.id);
  await story.tell('testWebhook', { delivery_id: 'id', event_id: 'event_id' });
}

/** Operations that end what later requests need. */
const LAST = ['updateWebhook', 'revokeApiKey', 'updateOrg', 'updateUser', 'deleteUser', 'changePassword', 'logout'];

/** Operations whose caller is another user than the admin. */
const OF_OTHERS = ['changePassword', 'logout'];

async function tellRest(story: Recorder): Promise<void> {
  await settled(story);
  const faults: unknown[] = [];
  const tellAll = async (targets: Target[]) => {
    for (const target of targets) await tellOne(story, target).catch((fault) => faults.push(fault));
  };
  await tellAll(story.missing.filter(({ method }) => method === 'get'));
  await tellAll(
    story.missing.filter(({ method, operation }) => method !== 'get' && !LAST.includes(operation.operationId)),
  );
  await tellAll(story.missing.filter(({ method }) => method !== 'get'));
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('\n'));
}

/** Waits until what the services tell each other has arrived everywhere (decisions 1: Eventual facts). */
async function settled(story: Recorder): Promise<void> {
  let before = '';
  await eventually(async () => {
    const now = JSON.stringify(await story.peek(['events?limit=1', 'audit-log?limit=1', 'orders', 'bom', 'invoices']));
    const isSame = now === before;
    before = now;
    return isSame;
  });
}

/**
 * An operation outside of the story: with the story's records. A delete, and a write that these records refuse, gets
 * records of its own.
 */
async function tellOne(story: Recorder, { method, path, operation }: Target): Promise<void> {
  const { operationId } = operation;
  const needs = JSON.stringify([path, operation.parameters, story.exampleOf(operation)]);
  if (method === 'get')
    return void (await story.tell(operationId, {}, await story.makers.valuesFor(needs, story.values)));
  const isTold =
    method !== 'delete' &&
    !OF_OTHERS.includes(operationId) &&
    (await story.tell(operationId).then(
      () => true,
      () => false,
    ));
  if (isTold) return;
  const prepared = await story.makers.prepared[operationId]?.();
  await story.tell(
    operationId,
    {},
    await story.makers.valuesFor(needs, { ...withoutRecords(story.values), ...prepared }),
  );
}

/** Values that are no records: the org and the admin. */
const withoutRecords = ({ org_id = '', email = '', password = '', a_day_ago = '' }) => ({
  ...{ org_id, email, password, a_day_ago },
});
