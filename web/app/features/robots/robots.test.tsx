import type {
  DeclaredXacroArgument,
  LoadedRobot,
  Remark,
  RobotImportQuestion,
} from '@iklab/robots';
import { IMPORT_REPORT_PANEL } from '@iklab/run/session';
import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import { getRobotStore } from '../../browser/robotStore.ts';
import {
  act,
  change,
  choose,
  click,
  enter,
  installWindow,
  press,
  renderInto,
  settle,
  testPage,
  wordsOf,
} from '../../testing.ts';
import { RobotImportChoice } from './robotImportChoice.tsx';
import { RobotImportReport } from './robotImportReport.tsx';
import { SavedRobotsShelf } from './savedRobotsShelf.tsx';

installWindow();

const remark = (element: string, more: Partial<Remark> = {}): Remark =>
  ({
    ...{ grave: false, kind: 'left-out', element, reason: 'is not used' },
    ...{ file: 'arm.urdf', line: 0 },
    ...more,
  }) as Remark;

const argument = (name: string, more: Partial<DeclaredXacroArgument> = {}): DeclaredXacroArgument =>
  ({ name, default: null, ...more }) as DeclaredXacroArgument;

/** Returns the parts of a robot that the report uses. */
function robotOf(changes: Partial<Record<keyof LoadedRobot, unknown>> = {}) {
  const robot = {
    source: { name: 'made_arm', folder: { paths: ['arm.urdf', 'base.stl'] } },
    seconds: 0.0321,
    imported: {
      offered: ['tool0', 'flange'],
      report: { joints: 7, mimic: 1, folded: 3, dropped: [] },
    },
    effectorGoals: new Map([['tool0', 'pose']]),
    description: { floats: false, arguments: [] },
    ...{ base: 'held', args: new Map(), remarks: [], licence: '' },
    meshes: { named: 0, missing: [], paths: [] },
    notStored: signal<string | null>(null),
    setEffector: vi.fn(() => []),
    setBase: vi.fn((): string[] => []),
    setArgument: vi.fn((): string[] => []),
    setReading: vi.fn((): string[] => []),
    forgetFiles: vi.fn(async () => {}),
  };
  return Object.assign(robot, changes as object);
}

async function report(changes: Parameters<typeof robotOf>[0] = {}) {
  const page = await testPage('y');
  const robot = robotOf(changes);
  page.robot.value = robot as unknown as LoadedRobot;
  page.viewState.inspected.value = IMPORT_REPORT_PANEL;
  const view = renderInto(<RobotImportReport page={page} />);
  return { page, robot, view };
}

test('shows which files were read and how long it took, and closes', async () => {
  const { page, view } = await report();
  expect(view.get('complementary', 'Import report')).toBeDefined();
  expect(view.text).toMatch(/made_arm, 2 files, read here in 0\.03\ss\. Nothing was uploaded\./);
  view.click('button', 'Close');
  expect(page.viewState.inspected.value).toBeNull();
});

test('the report is empty without a robot', async () => {
  const view = renderInto(<RobotImportReport page={await testPage('y')} />);
  expect(view.text).toBe('');
});

test.each([
  [
    { joints: 7, mimic: 1, folded: 3, dropped: [] },
    '6 movable joints, 1 mimic joint, 3 fixed joints merged, 0 rigid branches omitted',
  ],
  [
    { joints: 8, mimic: 2, folded: 0, dropped: ['a'] },
    '6 movable joints, 2 mimic joints, 0 fixed joints merged, 1 rigid branch omitted',
  ],
])('counts moving, mimic and merged joints, and rigid branches: %j', async (counts, words) => {
  const imported = { offered: ['tool0'], report: counts };
  const { view } = await report({ imported });
  const said = [...view.element.querySelectorAll('dl > div')].map(
    (each) => `${each.querySelector('dd')?.textContent} ${each.querySelector('dt')?.textContent}`,
  );
  expect(said.join(', ')).toBe(words);
});

test('reports whether the browser stores the files, and deletes them on request', async () => {
  const { robot, view } = await report();
  expect(view.text).not.toContain('The files are stored in this browser');
  act(() => {
    robot.notStored.value = '';
  });
  expect(view.text).toContain('The files are stored in this browser for reopening scenes.');
  view.click('button', 'Delete files');
  expect(robot.forgetFiles).toHaveBeenCalledTimes(1);
  act(() => {
    robot.notStored.value = 'lack of room';
  });
  expect(view.get('status').textContent).toContain('Not saved in this browser: lack of room');
});

test('reports that the files could not be deleted', async () => {
  const { view } = await report({
    notStored: signal(''),
    forgetFiles: () => Promise.reject(new Error('closed')),
  });
  view.click('button', 'Delete files');
  await settle();
  expect(view.get('alert').textContent).toContain('the storage does not respond');
});

test('lists serious remarks first, with their lines', async () => {
  const { view } = await report({
    remarks: [
      remark('transmission', { line: 18 }),
      remark('joint j3', { grave: true, reason: 'has no limits', line: 7 }),
    ],
  });
  const [first, second] = view.all('listitem').slice(-2).map(wordsOf);
  expect(first).toBe('joint j3: has no limitsarm.urdf:7');
  expect(second).toBe('transmission: is not usedarm.urdf:18');
  expect(view.text).toContain('2 items');
});

test('offers the remedies of a remark as buttons, and shows why one fails', async () => {
  const remedies = [{ label: 'Read as degrees', reading: { angles: 'degrees' } }] as const;
  const { robot, view } = await report({ remarks: [remark('limits', { remedies })] });
  robot.setReading.mockReturnValueOnce(['no joint can move then']);
  view.click('button', 'Read as degrees');
  expect(robot.setReading).toHaveBeenCalledWith({ angles: 'degrees' });
  expect(view.get('alert').textContent).toBe('no joint can move then');
  view.click('button', 'Read as degrees');
  expect(view.has('alert')).toBe(false);
});

test('offers the other models of a world as buttons', async () => {
  const remedies = ['left', 'right'].map((model) => ({
    label: `Open ${model}`,
    reading: { model },
  }));
  const { robot, view } = await report({ remarks: [remark('model "arm"', { remedies })] });
  robot.setReading.mockReturnValueOnce([]);
  view.click('button', 'Open right');
  expect(robot.setReading).toHaveBeenCalledWith({ model: 'right' });
  expect(view.has('alert')).toBe(false);
});

test('shows forty of many remarks, and a button for the others', async () => {
  const remarks = Array.from({ length: 45 }, (_, i) => remark(`link ${i}`));
  const { view } = await report({ remarks });
  expect(view.text).not.toContain('link 44');
  view.click('button', '5 more');
  expect(view.text).toContain('link 44');
  expect(view.has('button', '5 more')).toBe(false);
});

test('shows no list of remarks when there are none', async () => {
  const { view } = await report();
  expect(view.text).not.toContain('Ignored or changed');
});

test.each([
  [
    ['package://ur_description/a.stl'],
    2,
    '1 of 2 meshes missing: drop the folder that contains ur_description',
  ],
  [['a.stl'], 1, '1 mesh missing: drop them together with the file'],
])('names missing meshes: %j', async (missing, named, words) => {
  const { view } = await report({ meshes: { named, missing, paths: [] } });
  expect(view.text).toContain(words);
});

test('the radio button floating frees the base; an error is shown', async () => {
  const { robot, view } = await report({ description: { floats: true, arguments: [] } });
  robot.setBase.mockReturnValueOnce(['it has too many joints then']);
  click(view.get('radio', 'floating'));
  expect(robot.setBase).toHaveBeenCalledWith('free');
  expect(view.get('alert').textContent).toBe('it has too many joints then');
});

test('changing the up axis is one edit of the scene', async () => {
  const { page, view } = await report();
  expect(view.has('radiogroup', 'Base')).toBe(false); // this robot has no floating base
  click(view.get('radio', 'x'));
  expect(page.scenario.view.up).toBe('x');
  expect(page.undoLabel).toBe('Up axis');
  view.click('button', 'Undo');
  expect(page.undoLabel).toBeNull();
});

test('applies a changed xacro argument, and shows errors', async () => {
  const { robot, view } = await report({
    args: new Map([['name', 'ur5e']]),
    description: {
      floats: false,
      arguments: [
        argument('name', { offers: ['ur3e', 'ur5e'] }),
        argument('prefix', { default: '' }),
      ],
    },
  });
  robot.setArgument.mockReturnValueOnce(['ur3e has no limits file']);
  choose(view.get('combobox'), 'ur3e');
  expect(robot.setArgument).toHaveBeenLastCalledWith('name', 'ur3e');
  expect(view.get('alert').textContent).toBe('ur3e has no limits file');
  change(view.get('textbox'), 'left_');
  expect(robot.setArgument).toHaveBeenLastCalledWith('prefix', 'left_');
  expect(view.has('alert')).toBe(false);
});

async function question(changes: Partial<RobotImportQuestion> = {}) {
  const page = await testPage('y');
  const asked: RobotImportQuestion = {
    ...{
      name: 'ur_description',
      file: 'urdf/ur.xacro',
      given: new Map(),
      faults: [],
      arguments: [],
    },
    candidates: [{ file: 'urdf/ur.xacro', joints: null }],
    open: vi.fn(async () => true),
    ...changes,
  };
  page.robotQuestion.value = asked;
  page.viewState.inspected.value = IMPORT_REPORT_PANEL;
  return { page, asked, view: renderInto(<RobotImportChoice page={page} question={asked} />) };
}

test('offers several robots by the differing part of their paths, with their joint counts', async () => {
  const { asked, view } = await question({
    file: 'pkg/urdf/b/two.urdf',
    candidates: [
      { file: 'pkg/urdf/a/one.urdf', joints: 6 },
      { file: 'pkg/urdf/b/two.urdf', joints: 1 },
      { file: 'pkg/urdf/ur.xacro', joints: null },
    ],
  });
  expect(wordsOf(view.get('heading', 'Choose a robot'))).toBe('Choose a robot');
  expect(view.all('listitem').map(wordsOf)).toEqual([
    'a/one.urdf6 joints',
    'b/two.urdf1 joint',
    'ur.xacroneeds arguments',
  ]);
  expect(view.get('button', /^b\/two/).getAttribute('aria-pressed')).toBe('true');
  view.click('button', /^a\/one/);
  expect(asked.open).toHaveBeenLastCalledWith('pkg/urdf/a/one.urdf', new Map());
});

test('asks for required arguments, and opens the robot on Enter or by the button', async () => {
  const { asked, view } = await question({
    arguments: [
      argument('ur_type'),
      argument('safety', { offers: ['true', 'false'], default: 'true' }),
    ],
    faults: ['ur_type required'],
  });
  expect(view.get('heading', 'Missing arguments')).toBeDefined();
  expect(wordsOf(view.get('alert'))).toBe('ur_type required');
  const field = view.get<HTMLInputElement>('textbox');
  expect(field.placeholder).toBe('required');
  enter(field, 'ur5e');
  press(field, 'Enter');
  expect(asked.open).toHaveBeenLastCalledWith('urdf/ur.xacro', new Map([['ur_type', 'ur5e']]));
  choose(view.get('combobox'), 'false');
  view.click('button', 'Open robot');
  expect(asked.open).toHaveBeenLastCalledWith(
    'urdf/ur.xacro',
    new Map([
      ['ur_type', 'ur5e'],
      ['safety', 'false'],
    ]),
  );
});

test('closing the question discards it', async () => {
  const { page, view } = await question();
  view.click('button', 'Close');
  expect([page.robotQuestion.value, page.viewState.inspected.value]).toEqual([null, null]);
});

test('lists stored robots, deletes one on request, and reports a failed deletion', async () => {
  const page = await testPage('y');
  const store = getRobotStore(page);
  let robots = [
    { id: 'a', name: 'arm', bytes: 1_000_000 },
    { id: 'b', name: 'hand', bytes: 2_000_000 },
  ];
  vi.spyOn(store, 'robots', 'get').mockImplementation(() => robots);
  const forget = vi.spyOn(store, 'forget').mockImplementation(async (id) => {
    robots = robots.filter((each) => each.id !== id);
  });
  const view = renderInto(<SavedRobotsShelf page={page} />);
  expect(view.get('region', 'Robots stored in this browser')).toBeDefined();
  expect(view.all('listitem')).toHaveLength(2);
  view.click('button', 'Delete arm');
  await settle();
  expect(forget).toHaveBeenLastCalledWith('a');
  expect(view.all('listitem').map((each) => wordsOf(each.querySelector('b') as Element))).toEqual([
    'hand',
  ]);
  expect(view.has('button', /^Delete all/)).toBe(false); // a single robot has its own button
  forget.mockRejectedValueOnce(new Error('closed'));
  view.click('button', 'Delete hand');
  await settle();
  expect(view.get('alert').textContent).toContain('storage does not respond');
});

test('shows no list when no robot is stored', async () => {
  const view = renderInto(<SavedRobotsShelf page={await testPage('y')} />);
  expect(view.has('region')).toBe(false);
});
