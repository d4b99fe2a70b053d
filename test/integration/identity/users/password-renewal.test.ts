import { expect, test } from '@jest/globals';
import { createPasswords } from '../../../../services/identity/users/passwords.ts';
import { admin, config, logIn, now, openIdentity, openReplica, type Replica } from '../support.ts';

const OLDER = '$argon2id$v=19$m=20480,t=2,p=1$';
const TODAY = '$argon2id$v=19$m=19456,t=2,p=1$';
const identity = await openIdentity();
await identity.bootstrap(now);
await identity.keys.refresh(now);

const users = () => identity.store.connection.collection('users');
const storedHash = async () => String((await users().findOne())?.passwordHash);
const login = (password: string) => logIn(identity, admin.email, password);

test('a hash of another cost is made anew when its owner logs in, and ends no session', async () => {
  const older = await createPasswords({ ...config, ARGON2_MEMORY_KIB: 20_480 });
  await users().updateOne({}, { $set: { passwordHash: await older.hash(admin.password) } });
  await expect(login('a wrong passphrase')).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect((await storedHash()).startsWith(OLDER)).toBe(true);

  await login(admin.password);
  const renewed = await storedHash();
  expect(renewed.startsWith(TODAY)).toBe(true);
  await login(admin.password);
  expect(await storedHash()).toBe(renewed);
  expect(await identity.revocations.page(now)).toEqual({ changes: [] });
});

test('logins at once are all good while one of them makes the hash anew', async () => {
  const older = await createPasswords({ ...config, ARGON2_MEMORY_KIB: 20_480 });
  const user = { $set: { passwordHash: await older.hash(admin.password) } };
  const other = await openReplica(identity.store.connection.name);
  await other.keys.refresh(now);
  for (let round = 0; round < 5; round++) {
    await users().updateOne({}, user);
    const from = (replica: Replica, address: string) => logIn(replica, admin.email, admin.password, { address });
    const both = [from(identity, '192.0.2.1'), from(identity, '192.0.2.2'), from(other, '192.0.2.3')];
    await expect(Promise.all(both)).resolves.toHaveLength(3);
  }
  await other.store.close();
});
