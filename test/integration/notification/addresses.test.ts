import { expect, test } from '@jest/globals';
import { Scene } from './scene.ts';

const scene = new Scene({ WEBHOOK_ALLOWED_NETWORKS: '' });

test('a name that stands for a private address is refused with each attempt, and nothing is sent', async () => {
  const webhookId = await scene.webhook({ url: scene.receiver.url.replace('127.0.0.1', 'localhost') });
  await scene.event();
  const [delivery] = await scene.recorded(webhookId, 3);
  expect(delivery).toMatchObject({ status_code: 0, success: false });
  expect(delivery?.response_body).toBe('Refused: localhost is not a public address');
  expect(scene.receiver.requests).toEqual([]);
});

test('a private address itself is refused at once', async () => {
  await expect(scene.webhook()).rejects.toMatchObject({
    code: 'validation_failed',
    issues: [{ loc: ['body', 'url'], type: 'value_error' }],
  });
});
