import { expect, test } from '@jest/globals';
import { bom } from '#proto/product/v1/bom.contract.ts';
import { type Caller, caller, keyed, query, recordOf } from '../../../support/service/callers.ts';
import { bomScene } from './scene.ts';

const persons = new Map([
  ['u1', 'Ana Reis'],
  ['u2', 'Ben Sato'],
]);
const { boms, eventsOf } = await bomScene(undefined, persons);

/** A rejected and an approved version, each with its authors. */
async function scene() {
  const ana = caller();
  const { orgId } = ana.context.principal;
  const ben = caller({ id: 'u2', orgId });
  const { id } = await recordOf(boms.createBom({ bom: { styleId: 'jeans' } }, ana));
  await boms.submitBom({ id }, ana);
  await boms.rejectBom({ id, rejectionReason: 'No lining' }, ben);
  await boms.createBomVersion({ id, version: {} }, ben);
  await boms.submitBom({ id }, ben);
  return { ana, ben, id, approved: await recordOf(boms.approveBom({ id }, keyed(ana, 'approveBom'))) };
}

const first = { createdByName: 'Ana Reis', submittedByName: 'Ana Reis', rejectedByName: 'Ben Sato' };
const second = { createdByName: 'Ben Sato', submittedByName: 'Ben Sato', approvedByName: 'Ana Reis' };
const latest = { submittedByName: 'Ben Sato', approvedByName: 'Ana Reis' };
const whole = { createdByName: 'Ana Reis', ...latest, latestVersion: latest, versions: [first, second] };

const answers = async (id: string, who: Caller) => ({
  read: await recordOf(boms.getBom({ id }, who)),
  listed: (await boms.listBoms(query(), who)).data[0],
  versions: (await boms.listBomVersions({ id, ...query({ sort: 'versionNumber' }) }, who)).data,
  version: await recordOf(boms.getBomVersion({ id, version: '1' }, who)),
  compared: await boms.compareBomVersions({ id, versionA: '1', versionB: '2' }, who),
  cost: await boms.getBomCost({ id, version: '2' }, who),
});

test('the authors of a BOM and of its versions are named in every answer', async () => {
  const { ana, id, approved } = await scene();
  expect(approved).toMatchObject(whole);
  expect(approved.versions[0]).not.toHaveProperty('approvedByName');
  expect(await answers(id, ana)).toMatchObject({
    read: whole,
    listed: whole,
    versions: [first, second],
    version: first,
    compared: { versionA: { submittedByName: 'Ana Reis' }, versionB: latest },
    cost: { version: latest },
  });
});

test('neither an event, an API key nor a stored answer has their names', async () => {
  const { ana, id } = await scene();
  for (const { type, data } of await eventsOf(id)) {
    const { comparison: _, ...told } = data as { comparison?: object };
    expect(bom.events[type as keyof typeof bom.events].safeParse(told)).toMatchObject({ success: true });
    expect(data).toMatchObject({ createdByName: null, versions: [{ createdByName: null, submittedByName: null }] });
  }
  const { orgId } = ana.context.principal;
  const shown = JSON.stringify(await answers(id, caller({ kind: 'key', id: 'k1', orgId, scopes: ['read:bom'] })));
  expect(shown).toContain('"createdById":"u1"');
  for (const name of persons.values()) expect(shown).not.toContain(name);

  persons.set('u1', 'Ana Costa');
  try {
    const again = await boms.approveBom({ id }, keyed(ana, 'approveBom'));
    expect(again).toMatchObject({ replayed: true, record: { createdByName: 'Ana Costa' } });
  } finally {
    persons.set('u1', 'Ana Reis');
  }
});

test('names that would make a message too large are left out of the versions of a list', async () => {
  const ana = caller();
  const { id } = await recordOf(boms.createBom({ bom: { styleId: 'jeans' } }, ana));
  for (let number = 2; number <= 8; number++) await boms.createBomVersion({ id, version: {} }, ana);
  persons.set('u1', 'A'.repeat(300_000));
  try {
    const bom = await recordOf(boms.getBom({ id }, ana));
    expect(bom.createdByName).toHaveLength(300_000);
    expect(bom.versions[0]).toMatchObject({ createdById: 'u1' });
    expect(bom.versions[0]).not.toHaveProperty('createdByName');
  } finally {
    persons.set('u1', 'Ana Reis');
  }
});

test('a line has the name of its chosen material, as the option has it', async () => {
  const who = caller();
  const { id } = await recordOf(boms.createBom({ bom: { styleId: 'jeans' } }, who));
  const options = [{ materialId: 'zip' }, { materialId: 'denim', materialName: 'Our denim' }];
  const add = (chosenAssignedMaterialId?: string) =>
    recordOf(
      boms.createBomLineItem(
        {
          id,
          version: '1',
          lineItem: { assignedMaterialOptions: options, ...(chosenAssignedMaterialId && { chosenAssignedMaterialId }) },
        },
        who,
      ),
    );
  expect(await add('denim')).toMatchObject({ chosenAssignedMaterialName: 'Our denim' });
  expect(await add()).not.toHaveProperty('chosenAssignedMaterialName');
  const [event] = (await eventsOf(id)).slice(-1);
  expect(event?.data).toMatchObject({
    versions: [{ lineItems: [{ chosenAssignedMaterialName: 'Our denim' }, { chosenAssignedMaterialName: null }] }],
  });
});
