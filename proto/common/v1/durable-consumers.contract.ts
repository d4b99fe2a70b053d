/**
 * The durable consumer of each service, and the subjects that it receives. The schemas of the events are in
 * events.contract.ts: they are large, and topology does not need them.
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
