/** The “Why?” card: measured facts first, then the results of experiments, and fixes by one click. */
import { withCardTexts } from '@iklab/core/engine';
import {
  answerDiagnosis,
  diagnosisRemedies,
  makeDiagnosisRequest,
  makeDiagnosisVerdict,
  withStartPose,
} from '@iklab/run/explain';
import { readPanelEndPose } from '@iklab/run/session';
import { expect, test, vi } from 'vitest';
import {
  act,
  click,
  installWindow,
  renderInto,
  type TestPage,
  testPage,
  wordsOf,
} from '../../testing.ts';
import { type PanelDiagnoses, panelDiagnoses } from './panelDiagnoses.ts';
import { WhyUnreachedPopover } from './whyUnreachedPopover.tsx';

installWindow();

const DEGREE = Math.PI / 180;
const joint = (id: string, parent: string | null, x: number, limits: number[] | null = null) => ({
  id,
  parent,
  xyz: [x, 0, 0],
  limits,
});

/** The target needs an elbow angle of 60°, but its limit is 36°. */
const BLOCKED = {
  iklab: 1,
  tree: {
    joints: [joint('shoulder', null, 0), joint('elbow', 'shoulder', 1, [-5 * DEGREE, 36 * DEGREE])],
    effectors: [{ id: 'tip', parent: 'elbow', xyz: [0.8, 0, 0] }],
  },
  start: [0.3, 0.3],
  limitPolicy: 'clamp',
  targets: [
    {
      effector: 'tip',
      position: [
        Math.cos(0.4) + 0.8 * Math.cos(0.4 + 60 * DEGREE),
        Math.sin(0.4) + 0.8 * Math.sin(0.4 + 60 * DEGREE),
        0,
      ],
    },
  ],
  methods: [{ id: 'dls', params: { lambda: 0.1 } }],
  run: { mode: 'converge', tolerance: 1e-4 },
};

/** Answers the request that a page sends to its worker, on the thread of the test. */
function diagnose(page: TestPage) {
  const { scene, lab } = page.session;
  const { engine } = page.doc;
  const pose = readPanelEndPose(lab, 0);
  const request = makeDiagnosisRequest(scene, 0, pose);
  const { diagnosis, sigma, proof } = answerDiagnosis(request, engine);
  if (!diagnosis) throw new Error('nothing was found');
  const catalogue = withCardTexts(engine.catalogue);
  const its = makeDiagnosisVerdict(diagnosis, {
    scene,
    panel: 0,
    catalogue,
    status: pose.status,
    ...{ goals: pose.goals, sigma, proof },
  });
  const all = diagnosisRemedies(catalogue, scene, 0, diagnosis);
  const fixes = answerDiagnosis({ ...request, found: diagnosis }, engine).fixes.map(
    ({ index, outcome }) => {
      const remedy = all[index] as (typeof all)[number];
      return { ...remedy, change: withStartPose(pose.angles, remedy.change), outcome };
    },
  );
  return { verdict: its && { ...its, stillHolds: () => true }, fixes, pose };
}

async function card(document: object = BLOCKED) {
  const page = await testPage(document);
  page.advance(200);
  const slot = page.session.instances[0]?.slot ?? 0;
  const view = renderInto(<WhyUnreachedPopover page={page} asker={{ slot, location: 'card' }} />);
  return { page, view };
}

const showVerdict = (page: TestPage, its: ReturnType<typeof diagnose>): void => {
  const { verdict: shown } = page.session.instances[0] ?? {};
  const service: Pick<PanelDiagnoses, 'fixes'> = panelDiagnoses(page);
  vi.spyOn(service, 'fixes').mockResolvedValue(its.fixes);
  act(() => {
    if (shown) shown.value = its.verdict;
  });
};

test('shows the measured facts first, and the results of experiments once they arrive', async () => {
  const { page, view } = await card();
  expect(wordsOf(view.get('dialog', 'Why does DLS stop short?'))).toContain(
    'elbow is at its upper limit, and Jᵀe pushes it outward.',
  );
  expect(view.text).not.toContain('released');
  expect(view.text).not.toContain('from this pose');
  showVerdict(page, diagnose(page));
  expect(view.text).toMatch(
    /With the upper limit of elbow released by 24°, Levenberg-Marquardt reaches the target in \d+ updates?\./,
  );
});

test('states the proof that no pose reaches the target, how it was proved, and no other cause', async () => {
  const { page, view } = await card({
    ...BLOCKED,
    targets: [{ effector: 'tip', position: [2.5, 0, 0] }],
  });
  expect(view.text).not.toContain('Proven');
  showVerdict(page, diagnose(page));
  const paragraphs = [...view.element.querySelectorAll<HTMLElement>('.answer')];
  const proof = paragraphs.find((each) => wordsOf(each).startsWith('Proven'));
  expect(proof?.querySelectorAll('svg')).toHaveLength(1);
  expect(view.text).toContain(
    'Proven: every pose misses the target by at least 699 mm. The proof compares the distance of the target with the lengths of the links.',
  );
  expect(view.text).toContain('The target is out of reach by 700 mm in any pose.');
  expect(view.text).not.toContain('released');
});

test('states within the limits what is proved with them', async () => {
  const { page, view } = await card();
  showVerdict(page, diagnose(page));
  expect(view.text).toContain('released by 24°');
  expect(view.text).toContain(
    'Proven: every pose within the limits misses the target by at least 149 mm. The proof divides the joint ranges into boxes and excludes each of them.',
  );
});

test('one click edits the document from this pose, and Undo reverts it', async () => {
  const { page, view } = await card();
  const its = diagnose(page);
  showVerdict(page, its);
  await vi.waitFor(() => expect(view.text).toContain('Widen elbow’s upper limit'));
  const before = page.scenario;
  click(view.all('button').find((each) => wordsOf(each).startsWith('Widen')) as HTMLElement);
  expect(page.undoLabel).toBe('Joint limits');
  expect(page.scenario.start).toEqual(its.pose.angles);
  const { tree } = page.session.scene;
  expect(tree.joints[1]?.limits?.[1]).toBeGreaterThan(60 * DEGREE);
  page.advance(200);
  expect(page.session.lab.status(0).stop).toBe('reached');
  page.undo();
  expect(page.scenario).toBe(before);
});

test('a diagnosis is removed as soon as the pose changes', async () => {
  const { page, view } = await card();
  const its = diagnose(page);
  showVerdict(page, its);
  const instance = page.session.instances[0];
  expect(instance?.outcome.value.words).not.toContain('blocked');
  act(() => page.session.updateNumbers());
  expect(instance?.outcome.value.words).toBe('blocked by joint limits: elbow');
  act(() => {
    if (instance && its.verdict)
      instance.verdict.value = { ...its.verdict, stillHolds: () => false };
    page.session.updateNumbers();
  });
  expect(instance?.verdict.value).toBeNull();
  expect(instance?.outcome.value.words).toBe('stopped short');
  expect(view.text).not.toContain('released');
});
