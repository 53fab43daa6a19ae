/** Drops of files: what is read again, and what is found again. */

import { fullDocument, type InlineTree, type Scenario } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { runGeneratorToEnd } from '@iklab/core/time';
import { type DescriptionOptions, type LoadedRobot, packRobot } from '@iklab/robots';
import { IMPORT_REPORT_PANEL } from '@iklab/run/session';
import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import { getRobotStore } from '../../browser/robotStore.ts';
import type { DrawnPage } from '../../page.ts';
import { installWindow, settle, testPage } from '../../testing.ts';
import { openDroppedRobot, restoreSavedRobot } from './openDroppedRobot.ts';
import { hashTree } from './savedRobots.ts';

installWindow();

const joint = (name: string, parent: string, child: string, x: number) =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/>
<origin xyz="${x} 0 0"/><axis xyz="0 1 0"/><limit lower="-180" upper="90"/></joint>`;

/** Four hinges with limits in degrees; a finger of one joint branches off the second link. */
const arm = (length: number) => `<robot name="arm">
${['base', 'l1', 'l2', 'l3', 'finger'].map((name) => `<link name="${name}"/>`).join('')}
${joint('j1', 'base', 'l1', 0)}${joint('j2', 'l1', 'l2', length)}${joint('j3', 'l2', 'l3', length)}
${joint('j4', 'l2', 'finger', length)}</robot>`;

/** A page that opens scenes and draws nothing. */
async function dropPage() {
  const page = await testPage('y');
  const stage = { ...page.stage, addVisuals: vi.fn(async () => []), hasLooks: () => false };
  const doc = {
    ...page.doc,
    openScene: vi.fn(async (scene: Scenario) => page.doc.editor.edit('Open', () => scene)),
  };
  const drawn = Object.assign(page, { stage, doc, liveSession: null });
  const robot = (): LoadedRobot => {
    const now = page.robot.value;
    if (!now) throw new Error('no robot');
    return now;
  };
  const tree = () => page.scenario.tree as InlineTree;
  const limits = () =>
    tree()
      .joints.filter(isIndependentJoint)
      .map((each) => each.limits);
  return { page: drawn as unknown as DrawnPage, inner: page, stage, robot, tree, limits };
}

async function dropped(text: string, prepare: (page: DrawnPage) => void = () => {}) {
  const made = await dropPage();
  prepare(made.page);
  await openDroppedRobot(made.page, [new File([text], 'arm.urdf')]);
  await settle();
  return made;
}

const DEGREES = [-180, 90];
const RADIANS = [-Math.PI, Math.PI / 2];

test('reads other units as one edit, with a new start pose; undo and redo find both robots', async () => {
  const { page, inner, robot, limits } = await dropped(arm(250));
  expect(limits()[0]).toEqual(DEGREES);
  const remedies = robot().remarks.flatMap((remark) => remark.remedies ?? []);
  expect(remedies.map(({ label }) => label)).toEqual(['Read as degrees', 'Read as millimetres']);
  expect(robot().setReading({ angles: 'degrees' })).toEqual([]);
  expect(limits()[0]).toEqual(RADIANS);
  expect(robot().reading).toEqual({ angles: 'degrees' });
  expect(robot().setReading({ lengths: 'millimetres' })).toEqual([]);
  expect(robot().reading).toEqual({ angles: 'degrees', lengths: 'millimetres' });
  expect(Math.max(...(inner.scenario.targets[0]?.position ?? []).map(Math.abs))).toBeLessThan(1);
  inner.undo();
  expect(robot().reading).toEqual({ angles: 'degrees' });
  inner.undo();
  expect([limits()[0], robot().reading]).toEqual([DEGREES, {}]);
  page.doc.editor.redo();
  expect([limits()[0], robot().reading]).toEqual([RADIANS, { angles: 'degrees' }]);
});

test('opens another model of a world with its own effectors, as one edit', async () => {
  const model = (name: string, tool: string) => `<model name="${name}"><link name="base"/>
<link name="${tool}"><pose>0.5 0 0 0 0 0</pose></link><joint name="${tool}_joint" type="revolute">
<parent>base</parent><child>${tool}</child><axis><xyz>0 0 1</xyz></axis></joint></model>`;
  const world = `<sdf version="1.9"><world name="w">${model('left', 'l_tool')}${model('right', 'r_tool')}</world></sdf>`;
  const { page, inner, robot, tree } = await dropPage();
  await openDroppedRobot(page, [new File([world], 'two.world')]);
  await settle();
  const state = () => [
    inner.scenario.name,
    tree().effectors[0]?.id,
    inner.scenario.targets[0]?.effector,
  ];
  expect(state()).toEqual(['left', 'l_tool', 'l_tool']);
  const [remedy] = robot().remarks.flatMap(({ remedies = [] }) => remedies);
  expect(robot().setReading(remedy?.reading ?? {})).toEqual([]);
  expect(state()).toEqual(['right', 'r_tool', 'r_tool']);
  expect(robot().reading).toEqual({ model: 'right' });
  inner.undo();
  expect(state()).toEqual(['left', 'l_tool', 'l_tool']);
  expect(robot().setReading({ model: 'middle' })[0]).toContain('got "middle"');
  expect(state()).toEqual(['left', 'l_tool', 'l_tool']);
});

test('returns why a reading is impossible, and changes nothing', async () => {
  const { robot, limits } = await dropped(arm(0.25));
  expect(robot().setReading({ convention: 'modified' })[0]).toContain('Denavit-Hartenberg');
  expect([limits()[0], robot().reading]).toEqual([DEGREES, {}]);
});

/** Stores a scene with another effector, and opens it on another page. */
async function reloaded(
  reading: DescriptionOptions,
  scene: (made: Scenario) => Scenario = (same) => same,
) {
  const first = await dropped(arm(0.25));
  const { robot } = first;
  if (Object.keys(reading).length > 0) robot().setReading(reading);
  expect(robot().setEffector('finger', 'position')).toEqual([]);
  const { page, inner, stage, robot: restored } = await dropPage();
  const source = robot().source;
  const contents = { source, args: new Map(), base: 'held', reading: {}, scene: null } as const;
  const archive = runGeneratorToEnd(packRobot(contents, source.folder.paths, 'stored'));
  const opened = scene(first.inner.scenario);
  const way = { key: hashTree(opened.tree as InlineTree), args: [], base: 'held' } as const;
  const store = getRobotStore(page);
  vi.spyOn(store, 'has').mockReturnValue(true);
  vi.spyOn(store, 'read').mockResolvedValue({
    id: 'a',
    // Of the choices that give the same frames, the newest is first.
    imports: [{ ...way, reading: { angles: 'degrees' } }, way],
    archive,
  });
  inner.doc.editor.edit('Open', () => opened);
  const isShown = await restoreSavedRobot(page, opened, opened.tree as InlineTree);
  await settle();
  return { isShown, stage, robot: restored };
}

test('a stored scene gets its robot back when the user changed its effectors', async () => {
  const { isShown, stage, robot } = await reloaded({});
  expect(isShown).toBe(true);
  expect([...robot().effectorGoals.keys()].sort()).toEqual(['finger', 'l3']);
  expect(stage.addVisuals).toHaveBeenCalledTimes(1);
});

test('a stored scene gets its robot back in the units of the scene', async () => {
  expect((await reloaded({})).robot().reading).toEqual({});
  expect((await reloaded({ angles: 'degrees' })).robot().reading).toEqual({ angles: 'degrees' });
});

test('stores the files of a robot once, and only the choices of its other trees', async () => {
  const storeFiles = vi.fn(async (_: { readonly id: string }) => {});
  const storeImport = vi.fn(() => true);
  const { robot } = await dropped(arm(0.25), (page) => {
    Object.assign(getRobotStore(page), { store: storeFiles, storeImport });
  });
  expect(storeFiles).toHaveBeenCalledTimes(1);
  expect(storeImport).not.toHaveBeenCalled();
  const id = storeFiles.mock.calls[0]?.[0].id;
  robot().setReading({ angles: 'degrees' });
  await settle();
  const degrees = expect.objectContaining({ reading: { angles: 'degrees' } });
  expect(storeImport.mock.calls).toEqual([[id, degrees]]);
  expect(storeFiles).toHaveBeenCalledTimes(1);
  expect(robot().notStored.value).toBe('');
});

test('does not store the files of a robot again after they were deleted', async () => {
  const storeFiles = vi.fn(async (_: { readonly id: string }) => {});
  const { page, robot } = await dropped(arm(0.25), (each) => {
    Object.assign(getRobotStore(each), { store: storeFiles, storeImport: () => false });
  });
  const id = storeFiles.mock.calls[0]?.[0].id ?? '';
  vi.spyOn(getRobotStore(page), 'forgotten', 'get').mockReturnValue(signal(new Set([id])));
  robot().setReading({ angles: 'degrees' });
  await settle();
  expect(storeFiles).toHaveBeenCalledTimes(1);
  expect(robot().notStored.value).toBe('they were deleted');
});

test('a shared file opens with its units and effectors', async () => {
  const { robot, inner } = await dropped(arm(250));
  robot().setReading({ angles: 'degrees', lengths: 'millimetres' });
  robot().setEffector('finger', 'position');
  const archive = await robot().packFiles(JSON.stringify(fullDocument(inner.scenario)));
  const next = await dropPage();
  await openDroppedRobot(next.page, [new File([archive as BlobPart], 'arm.iklab.zip')]);
  await settle();
  expect(next.robot().reading).toEqual({ angles: 'degrees', lengths: 'millimetres' });
  expect(next.limits()[0]).toEqual(RADIANS);
  expect([...next.robot().effectorGoals.keys()].sort()).toEqual(['finger', 'l3']);
});

test('on phones a notice has the warnings, and opens the report', async () => {
  const narrow = (page: DrawnPage): void => {
    page.viewState.narrow.value = true;
  };
  const { page } = await dropped(arm(250), narrow);
  const notice = page.doc.notice.value;
  expect(page.viewState.inspected.value).toBeNull();
  expect(notice?.title).toBe('Opened with 2 warnings');
  expect(notice?.reasons.map(({ reason }) => reason)).toEqual([
    'joint "j1": limits up to 180 rad (29 turns): degrees are likely',
    'lengths: the longest chain is 500 m long: millimetres are likely',
  ]);
  notice?.action?.act();
  expect([page.viewState.inspected.value, page.doc.notice.value]).toEqual([
    IMPORT_REPORT_PANEL,
    null,
  ]);
  const sound = await dropped(arm(0.25).replaceAll('-180', '-2').replaceAll('90', '2'), narrow);
  expect(sound.page.doc.notice.value).toBeNull();
});

test('the report of a wide page opens', async () => {
  const { page } = await dropped(arm(0.25));
  expect([page.viewState.inspected.value, page.doc.notice.value]).toEqual([
    IMPORT_REPORT_PANEL,
    null,
  ]);
});
