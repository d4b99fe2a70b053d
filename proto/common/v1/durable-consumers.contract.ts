/**
 * What each service hears of: its durable consumer, and the subjects that reach it. Apart from the forms of the events
 * (events.contract.ts), which are large and which topology does not read.
 */
export const durableConsumers = {
  identity: { durable: 'identity', filters: ['events.>'] },
  product: { durable: 'product', filters: ['events.finance.>'] },
  finance: {
    durable: 'finance',
    filters: ['client', 'supplier', 'style', 'material', 'bom'].map((kind) => `events.product.${kind}.*`),
  },
  notification: { durable: 'notification', filters: ['events.>'] },
};
