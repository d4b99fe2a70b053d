import { expect, test } from '@jest/globals';
import { HashingConcurrency, type Purpose } from '../../../../../services/identity/users/hashing-concurrency.ts';

const options = { concurrency: 1, limit: 100, waitLimit: 60_000 };

/** Tasks that end when they are told to, in the order in which they began. */
function workshop(turns: HashingConcurrency) {
  const begun: Purpose[] = [];
  const orgs: (string | undefined)[] = [];
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const add = (purpose: Purpose, orgId?: string) => {
    const work = async () => {
      begun.push(purpose);
      orgs.push(orgId);
      most = Math.max(most, ++running);
      await new Promise<void>((end) => ends.push(end));
      running--;
    };
    return turns.run(purpose, work, orgId);
  };
  const finish = async (count: number) => {
    for (let done = 0; done < count; done++) {
      await new Promise(setImmediate);
      ends.shift()?.();
    }
  };
  return { begun, orgs, add, finish, most: () => most };
}

test('lines take turns: behind a storm of logins the others wait for one turn each', async () => {
  const { begun, add, finish } = workshop(new HashingConcurrency(options));
  const purposes: Purpose[] = [...Array<Purpose>(10).fill('login'), 'reset', 'change', 'reset'];
  const tasks = purposes.map((purpose) => add(purpose));
  await finish(purposes.length);
  await Promise.all(tasks);
  expect(begun.slice(0, 7)).toEqual(['login', 'login', 'reset', 'change', 'login', 'reset', 'login']);
  expect(begun).toHaveLength(13);
});

test('orgs take turns within a line, and one that fills it fills no place of another', async () => {
  const { orgs, add, finish } = workshop(new HashingConcurrency(options));
  const flood = Array.from({ length: 200 }, () => add('create', 'a'));
  const others = [add('create', 'b'), add('create', 'b'), add('create', 'c')];
  const outcomes = Promise.allSettled(flood);
  await finish(104);
  await Promise.all(others);
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(200 - 1 - options.limit);
  expect(orgs.slice(0, 6)).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
});

test('never more at once than allowed, and all get their turn', async () => {
  const { begun, add, finish, most } = workshop(new HashingConcurrency({ ...options, concurrency: 3 }));
  const tasks = Array.from({ length: 20 }, (_, index) => add(index % 2 === 0 ? 'login' : 'create'));
  await finish(20);
  await Promise.all(tasks);
  expect(most()).toBe(3);
  expect(begun).toHaveLength(20);
});

test('who waited too long leaves no place behind, whoever else of its org waits', async () => {
  const { orgs, add, finish } = workshop(new HashingConcurrency({ ...options, waitLimit: 50 }));
  const first = add('create', 'a');
  const late = [add('create', 'b'), add('create', 'c')].map((one) => expect(one).rejects.toThrow('Too many'));
  await Promise.all(late);
  const others = [add('create', 'b'), add('create', 'c')];
  await finish(3);
  await Promise.all([first, ...others]);
  expect(orgs).toEqual(['a', 'b', 'c']);
});

test('a task that fails gives its turn back', async () => {
  const turns = new HashingConcurrency(options);
  const failing = turns.run('login', () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await turns.run('login', async () => 'next')).toBe('next');
});
