import { generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Signer, secretBytes, signedContent } from '../../../../../services/notification/deliveries/signing.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const timestamp = Math.floor(Date.now() / 1000);
const message = (body: string) => ({ id: 'evt_1', attempt: 1, timestamp, body });

test('any body and secret verify with standardwebhooks, v1a with the public key', () => {
  const secret = fc.oneof(
    fc.uint8Array({ minLength: 24, maxLength: 64 }).map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`),
    fc.stringMatching(/^[\x20-\x7e]{16,256}$/).filter((text) => !text.includes('whsec_')),
  );
  fc.assert(
    fc.property(secret, fc.json(), (text, body) => {
      const headers = new Signer().headers(message(body), [secretBytes(text)], [privateKey]);
      const options = text.startsWith('whsec_') ? undefined : ({ format: 'raw' } as const);
      expect(() => new StandardWebhook(text, options).verify(body, headers)).not.toThrow();
      const v1a = /v1a,(\S+)$/.exec(headers['webhook-signature'])?.[1] ?? '';
      const content = Buffer.from(signedContent(message(body)));
      expect(verify(null, content, publicKey, Buffer.from(v1a, 'base64'))).toBe(true);
    }),
  );
});

test('one signer signs each time what is sent then: another text, second, secret or key', () => {
  const signer = new Signer();
  const later = generateKeyPairSync('ed25519');
  const [own, next] = [
    { privateKey, publicKey },
    { privateKey: later.privateKey, publicKey: later.publicKey },
  ];
  const cases = [
    { ...message('{}'), secret: 'the first of two secrets', keys: [own] },
    { ...message('{}'), secret: 'the second of two secrets', keys: [own] },
    { ...message('{"purged":true}'), secret: 'the second of two secrets', keys: [own] },
    { ...message('{}'), timestamp: timestamp + 1, secret: 'the first of two secrets', keys: [own] },
    { ...message('{}'), secret: 'the first of two secrets', keys: [next, own] },
    { ...message('{}'), secret: 'the first of two secrets', keys: [next] },
    { ...message('{}'), attempt: 2, secret: 'the first of two secrets', keys: [own] },
    { ...message('{}'), id: 'evt_2', secret: 'the first of two secrets', keys: [own] },
  ];
  for (const { secret, keys, ...sent } of cases) {
    const pairs = keys.map((pair) => pair.privateKey);
    const headers = signer.headers(sent, [secretBytes(secret)], pairs);
    expect(() => new StandardWebhook(secret, { format: 'raw' }).verify(sent.body, headers)).not.toThrow();
    const [v1, ...v1a] = headers['webhook-signature'].split(' ');
    expect([v1?.slice(0, 3), v1a.length]).toEqual(['v1,', keys.length]);
    for (const [index, { publicKey: half }] of keys.entries()) {
      const signature = Buffer.from(v1a[index]?.replace('v1a,', '') ?? '', 'base64');
      expect(verify(null, Buffer.from(signedContent(sent)), half, signature)).toBe(true);
    }
  }
});

test('within the time that is given, webhooks are sent what was signed for the first of them, and by their own secrets', () => {
  const signer = new Signer();
  const [one, other] = ['the first of two secrets', 'the second of two secrets'];
  const sent = (late: Partial<ReturnType<typeof message>>, secret = other) => {
    const headers = signer.headers({ ...message('{}'), ...late }, [secretBytes(secret)], [privateKey], 4);
    new StandardWebhook(secret, { format: 'raw' }).verify(late.body ?? '{}', headers);
    const [, v1a] = headers['webhook-signature'].split(' ');
    return { at: Number(headers['webhook-timestamp']) - timestamp, v1a };
  };
  const first = sent({}, one);
  expect(sent({ timestamp: timestamp + 4 })).toEqual(first);
  // A time that was asked for before is not answered by a later one.
  expect(sent({ timestamp: timestamp - 1 }).at).toBe(-1);
  expect(sent({ timestamp: timestamp + 3 }).at).toBe(-1);
  expect(sent({ timestamp: timestamp + 4 }).at).toBe(4);
  expect(sent({ timestamp: timestamp + 5, attempt: 2 }).at).toBe(5);
  expect(sent({ timestamp: timestamp + 5, body: '{"purged":true}' }).at).toBe(5);
});

test('a secret that only begins like one in base64 is taken as it is', () => {
  expect(secretBytes('whsecret and more')).toEqual(Buffer.from('whsecret and more'));
});
