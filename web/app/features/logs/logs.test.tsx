import { expect, test, vi } from 'vitest';
import {
  act,
  choose,
  installWindow,
  optionsOf,
  type Rendered,
  renderInto,
  type TestPage,
  TWO_HINGES,
  testPage,
  wordsOf,
} from '../../testing.ts';
import { LogCard } from './logCard.tsx';
import { openLogFile, unclearLog } from './openLogFile.ts';
import { PlayedLog } from './playedLog.ts';
import { UnclearLogDialog } from './unclearLogDialog.tsx';

installWindow();

const ARM = { ...TWO_HINGES, run: { mode: 'track' } };

const ROWS = [
  [0, 0.1, 0.2],
  [0.1, 0.15, 0.3],
  [0.2, 0.2, 0.5],
];
const csv = (head: string, rows: readonly (readonly number[])[] = ROWS): string =>
  [head, ...rows.map((row) => row.join(','))].join('\n');

async function drop(page: TestPage, name: string, text: string): Promise<void> {
  await act(() => openLogFile(page, new File([text], name)));
}

const played = (page: TestPage): PlayedLog | null => {
  const given = page.session.instances.at(-1)?.externalPanel;
  return given instanceof PlayedLog ? given : null;
};

const lastRefusal = (page: TestPage): unknown =>
  vi.mocked(page.doc.refuseFile).mock.calls.at(-1)?.[0];

async function open(text = csv('time,a,b'), changes = {}) {
  const page = await testPage(ARM, changes);
  await drop(page, 'run.csv', text);
  const given = played(page);
  if (!given) throw new Error(JSON.stringify(lastRefusal(page)));
  const view = renderInto(<LogCard page={page} externalPanel={given} />);
  return { page, view };
}

test('a log becomes a panel beside the methods, with a card that describes the file', async () => {
  const { page, view } = await open();
  expect(page.session.instances).toHaveLength(2);
  expect(page.scenario.methods).toHaveLength(1); // the log is not part of the document
  expect(page.viewState.inspected.value).toBe(page.session.instances[1]?.slot);
  expect(view.get('complementary', 'run.csv')).toBeDefined();
  expect(view.text).toMatch(/3 rows over 0\.2\ss\. Read in this browser; nothing was uploaded\./);
  view.click('button', 'Close');
  expect(page.viewState.inspected.value).toBeNull();
});

test('the card lists the column and current angle of each joint, and the unused columns', async () => {
  const { page, view } = await open(
    csv(
      'time,a,b,load',
      ROWS.map((row) => [...row, 7]),
    ),
  );
  page.advance(0);
  const rows = view
    .all('row')
    .slice(1)
    .map((row) => [...row.children].map(wordsOf));
  expect(rows).toEqual([
    ['a', 'a', '5.7°'],
    ['b', 'b', '11.5°'],
    ['time', 'time', ''],
  ]);
  expect(view.text).toContain('2 of 2 joints found');
  expect(view.text).toContain('Not used: load.');
  page.advance(12); // 0.2 s of playback time
  expect(wordsOf(view.all('row')[1] as Element)).toBe('aa11.5°');
});

test('RMS and largest error of a file agree with closed-form forward kinematics', async () => {
  const { view } = await open();
  const tip = ([, a = 0, b = 0]: readonly number[]) => [
    Math.cos(a) + 0.5 * Math.cos(a + b),
    Math.sin(a) + 0.5 * Math.sin(a + b),
  ];
  const errors = ROWS.map((row) => {
    const [x = 0, y = 0] = tip(row);
    return Math.hypot(x - 1, y - 0.5);
  });
  const rms = Math.sqrt(errors.reduce((sum, each) => sum + each * each, 0) / errors.length);
  const millimetres = (name: string) => Number.parseFloat(view.description(name) ?? '');
  expect(millimetres('RMS error') / (1000 * rms)).toBeCloseTo(1, 1);
  expect(millimetres('largest error') / (1000 * Math.max(...errors))).toBeCloseTo(1, 1);
  expect(view.description('travel')).toBe('0.4 rad'); // 0.1 and 0.3
  expect(view.description('jumps')).toBe('0');
});

test('a file without times has one row per time step', async () => {
  const { view } = await open(
    csv(
      'a,b',
      ROWS.map((row) => row.slice(1)),
    ),
  );
  expect(view.text).toContain('none: one row per time step');
});

test('angles are read as degrees when selected, and again for a file of the same name', async () => {
  const { page, view } = await open();
  const angles = () => played(page)?.read.log.angles[0];
  expect(angles()).toBeCloseTo(0.1, 12);
  await act(async () => {
    view.get('radio', 'degrees').click();
    await vi.waitUntil(() => played(page)?.read.log.readAs === 'degrees');
  });
  expect(angles()).toBeCloseTo((0.1 * Math.PI) / 180, 12);
  await drop(page, 'run.csv', csv('time,a,b'));
  expect(played(page)?.read.log.readAs).toBe('degrees');
  await drop(page, 'other.csv', csv('time,a,b'));
  expect(played(page)?.read.log.readAs).toBe('radians');
});

test('the goals of a log move the targets', async () => {
  const goals = 'target.tip.x,target.tip.y,target.tip.z';
  const text = csv(
    `time,a,b,${goals}`,
    ROWS.map((row) => [...row, 1.2, 0.3, 0]),
  );
  const { page, view } = await open(text);
  expect(view.get<HTMLInputElement>('radio', 'from the log').checked).toBe(true);
  expect([...page.session.lab.targets().subarray(0, 3)]).toEqual([1.2, 0.3, 0]);
  expect(view.get<HTMLButtonElement>('button', 'Fit tool frame').disabled).toBe(false);
});

test('the tool frame is fitted to the goals, and the fit can be undone', async () => {
  // the tool is 0.1 m longer than in the scene
  const tip = (a: number, b: number) => [Math.cos, Math.sin].map((of) => of(a) + 0.6 * of(a + b));
  const rows = ROWS.map((row) => [...row, ...tip(row[1] ?? 0, row[2] ?? 0), 0]);
  const goals = 'target.tip.x,target.tip.y,target.tip.z';
  const { page } = await open(csv(`time,a,b,${goals}`, rows));
  const card = () => {
    const given = played(page);
    return renderInto(given && <LogCard page={page} externalPanel={given} />);
  };
  const turn = async (name: string): Promise<Rendered> => {
    const before = played(page);
    await act(async () => {
      card().get('button', name).click();
      await vi.waitUntil(() => played(page) !== before);
    });
    return card();
  };
  expect(card().description('RMS error')).toBe('100 mm');
  const fitted = await turn('Fit tool frame');
  expect(fitted.text).toContain('exclude an offset of 100.00, ');
  expect(Number.parseFloat(fitted.description('RMS error')?.replace('<', '') ?? '')).toBeLessThan(
    0.1,
  );
  const undone = await turn('Undo fit');
  expect(undone.description('RMS error')).toBe('100 mm');
});

test('reports goals of an effector for which the scene has no target', async () => {
  const tree = { ...ARM.tree, effectors: [...ARM.tree.effectors, { id: 'two', parent: 'b' }] };
  const names = ['tip', 'two'].flatMap((id) =>
    ['x', 'y', 'z'].map((axis) => `target.${id}.${axis}`),
  );
  const text = csv(
    `time,a,b,${names}`,
    ROWS.map((row) => [...row, 1, 0, 0, 0, 1, 0]),
  );
  const { view } = await open(text, { tree });
  expect(view.text).toContain('The log has goals for two, but the scene has no such target');
  expect(view.text).not.toContain('goals for tip');
});

test('removing a log leaves the methods', async () => {
  const { page, view } = await open();
  view.click('button', 'Remove log');
  expect(page.doc.play).toHaveBeenLastCalledWith(null);
  expect(page.session.instances).toHaveLength(1);
});

test('a converging run changes to following its targets, in one edit', async () => {
  const { page } = await open(csv('time,a,b'), { run: { mode: 'converge' } });
  expect(page.scenario.run.mode).toBe('track');
  expect(page.undoLabel).toBe('Follow targets');
  expect(page.doc.notice.value?.title).toBe('run.csv plays next to your methods');
});

test('rejects a malformed file with its line number, and keeps playing the previous log', async () => {
  const { page } = await open();
  const before = played(page);
  await drop(page, 'torn.csv', '1,2,3\n1,"2\n');
  expect(JSON.stringify(lastRefusal(page))).toMatch(/torn\.csv cannot be played.*line 2/);
  expect(played(page)).toBe(before);
});

test('rejects a log when there are already eight methods', async () => {
  const page = await testPage(ARM, { methods: Array.from({ length: 8 }, () => ({ id: 'dls' })) });
  await drop(page, 'run.csv', csv('time,a,b'));
  expect(JSON.stringify(lastRefusal(page))).toContain('the maximum of 8 methods');
});

async function openQuestion() {
  const page = await testPage(ARM);
  await drop(page, 'bare.csv', csv('t1,p,q'));
  let closed = 0;
  const view = renderInto(<UnclearLogDialog page={page} close={() => closed++} />);
  const play = () => view.get<HTMLButtonElement>('button', 'Play log');
  return { page, view, play, closed: () => closed };
}

test('asks which columns to use when no column has the name of a joint', async () => {
  const { page, view, play } = await openQuestion();
  expect(page.viewState.openDialog.value).toBe('log');
  expect(view.get('dialog', 'Import bare.csv')).toBeDefined();
  expect(view.text).toContain(
    'Import bare.csv0 of 2 joints have a column with a matching name. Choose the columns.anone: stays at its startt1pqbnone: stays at its startt1pqPlay logChoose a column for at least one joint.',
  );
  expect(optionsOf(view.get('combobox', 'a'))).toEqual([
    'none: stays at its start',
    't1',
    'p',
    'q',
  ]);
  expect(play().disabled).toBe(true);
  expect(view.text).toContain('Choose a column for at least one joint.');
  choose(view.get('combobox', 'a'), 'p');
  expect(play().disabled).toBe(false);
});

test('choosing columns plays the log, and they are reused for a file of the same name', async () => {
  const { page, view, play, closed } = await openQuestion();
  choose(view.get('combobox', 'a'), 'p');
  choose(view.get('combobox', 'b'), 'q');
  await act(async () => {
    play().click();
    await vi.waitUntil(() => played(page));
  });
  expect(closed()).toBe(1);
  expect(played(page)?.read.log.angles.slice(0, 2)).toEqual(Float64Array.from([0.1, 0.2]));
  act(() => {
    unclearLog(page).value = null;
    page.doc.play(null);
  });
  await drop(page, 'bare.csv', csv('t1,p,q'));
  expect(unclearLog(page).value).toBeNull();
  expect(played(page)).not.toBeNull();
});
