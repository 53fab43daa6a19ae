/** The notice for version 1 links, and that their upgrade gives the same scenario. */
import { expect, test } from 'vitest';
import { testEngine } from '../engine/testing.ts';
import type { Notice } from '../format/words/notices.ts';
import { decodeLink } from '../scenario/link/decodeLink.ts';
import { encodeLink } from '../scenario/link/encodeLink.ts';
import { packLinkText } from '../scenario/link/packing.ts';
import type { Scenario } from '../scenario/types.ts';
import { findOlderFileNotice, openSceneLink } from './link.ts';
import { scenarioVersionNote } from './versionNote.ts';

const { catalogue } = await testEngine();

/** Two links of 0.4 and 0.6 m. */
const ARM = {
  iklab: 1,
  tree: { planar: { links: [0.4, 0.6] } },
  targets: [{ effector: 'tip', position: [0.2, 0.5, 0] }],
  methods: [{ id: 'dls' }, { id: 'sdls', params: { gammaMax: 0.5 } }],
};

const note = (document: object) => scenarioVersionNote(document, catalogue);

test('the note lists exactly the defaults that version 2 changes', () => {
  expect(note(ARM)).toBe(
    'a scenario of version 1: version 2 has other defaults for lengths of methods (DLS: lambda 1.1 m (published)), ' +
      'stop rules (maxRises 3, minImprovement 0.00001), limitPolicy (ignore), orientationWeight (1); ' +
      'iklab upgrade writes them out',
  );
  const said = {
    ...ARM,
    limitPolicy: 'clamp',
    targets: [{ ...ARM.targets[0], orientationWeight: 0.2 }],
    methods: [{ id: 'dls', params: { lambda: 0.3 } }],
    run: { maxRises: null, minImprovement: 0 },
  };
  expect(note(said)).toBeNull();
  expect(note({ ...said, methods: [{ id: 'dls', label: 'Mine' }] })).toContain(
    'for lengths of methods (Mine: lambda 1.1 m (published));',
  );
  expect(note({ ...said, run: { maxRises: null } })).toContain(
    'for stop rules (maxRises none, minImprovement 0.00001);',
  );
  expect(note({ ...ARM, iklab: 2 })).toBeNull();
  expect(note({ iklab: 1, preset: 'ur5e' })).toBeNull();
  expect(note({ iklab: 1, preset: 'nothing' })).toBeNull();
});

test('a file of version 1 is noted with the defaults that version 2 changes', async () => {
  const notice = await findOlderFileNotice('arm.json', ARM, catalogue);
  expect(notice).toMatchObject({ title: 'arm.json', quiet: true });
  expect(notice?.reasons[0]?.reason).toMatch(
    /^is a scenario of version 1: .*DLS: lambda 1\.1 m.*; saving or sharing the scene here writes them out\.$/,
  );
  expect(await findOlderFileNotice('arm.json', { ...ARM, iklab: 2 }, catalogue)).toBeNull();
  expect(await findOlderFileNotice('arm.json', { iklab: 1, preset: 'ur5e' }, catalogue)).toBeNull();
});

const linkTo = async (document: object) => `#s=1.${await packLinkText(JSON.stringify(document))}`;

/** Opens a link in a page that records written addresses and shown notices. */
async function opened(fragment: string, linkOf = encodeLink) {
  const { scene, older } = await openSceneLink(fragment, catalogue);
  const written: string[] = [];
  const shown: (Notice | null)[] = [];
  const page = {
    editor: { scenario: { peek: () => scene.scenario } },
    address: {
      makeLink: (scenario: Scenario): Promise<string | null> => linkOf(scenario, catalogue),
      rewrite: (text: string) => written.push(text),
    },
    notice: {
      set value(notice: Notice | null) {
        shown.push(notice);
      },
    },
  };
  return { scene, offer: older?.(page, fragment), written, shown };
}

test('a version 1 link offers an upgrade that opens the same scene and can be undone', async () => {
  const fragment = `${await linkTo(ARM)}&play=0`;
  const { scene, offer, written, shown } = await opened(fragment);
  expect(offer).toMatchObject({ title: 'Version 1', quiet: true });
  const [{ reason = '' } = {}] = offer?.reasons ?? [];
  expect(reason).toMatch(/^This is a scenario of version 1: .*; Upgrade to version 2 writes them/);
  expect(offer?.action?.label).toBe('Upgrade to version 2');
  await offer?.action?.act();
  const again = await decodeLink(written[0] ?? '', catalogue);
  if (!again.ok) throw new Error('the upgraded link cannot be read');
  expect(again.value.document).toMatchObject({ iklab: 2 });
  expect(again.value.scenario).toEqual(scene.scenario);
  expect((await opened(written[0] ?? '')).offer).toBeUndefined();
  expect(written[0]).toMatch(/&play=0$/);
  expect(shown[0]?.title).toBe('Upgraded to version 2');
  shown[0]?.action?.act();
  expect(written[1]).toBe(fragment);
  expect(shown[1]).toBeNull();
});

test('an upgrade that is too large for a link changes nothing and is reported', async () => {
  const tooLarge = async () => null as unknown as string;
  const { offer, written, shown } = await opened(await linkTo(ARM), tooLarge);
  await offer?.action?.act();
  expect(written).toEqual([]);
  expect(shown[0]?.title).toBe('Too large for a link');
});

test('links written by the page are version 2 and show no notice', async () => {
  const { scene } = await opened(await linkTo(ARM));
  expect((await opened(await encodeLink(scene.scenario, catalogue))).offer).toBeUndefined();
  expect((await opened('#preset=ur5e&methods=dls')).offer).toBeUndefined();
});
