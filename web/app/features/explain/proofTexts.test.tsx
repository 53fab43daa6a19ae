/** Pane, popover, story and strip agree on whether a target is out of reach, and by how much. */

import { phrasePlainText } from '@iklab/core/format/words';
import { NARROW_LIMITS_ARM } from '@iklab/core/scenario/testing';
import { diagnoseSession, writeRunSummary } from '@iklab/run/explain';
import { expect, test, vi } from 'vitest';
import { act, installWindow, renderInto, testPage } from '../../testing.ts';
import { SolutionStrip } from '../solutions/solutionStrip.tsx';
import { SolutionTracker } from '../solutions/solutionTracker.ts';
import { panelDiagnoses } from './panelDiagnoses.ts';
import { WhyUnreachedPopover } from './whyUnreachedPopover.tsx';

installWindow();

const METHODS = [
  { id: 'dls', label: 'Plain', params: { lambda: 0.1 } },
  { id: 'dls', label: 'Slow', params: { lambda: 10 } },
  { id: 'levenberg-marquardt', label: 'Strong' },
];

/** Returns the texts about a scene after 300 updates, and after the diagnosis of all panels. */
async function textsOf(source: object | string, changes: object = {}) {
  const page = await testPage(source, {
    methods: METHODS,
    run: { mode: 'converge' },
    ...changes,
  });
  page.advance(300);
  diagnoseSession(page.session, page.doc.engine);
  vi.spyOn(panelDiagnoses(page), 'fixes').mockResolvedValue([]);
  const { scope, doc, session, history, viewState, paneMarks } = page;
  const stage = { showGhosts: () => {}, widenView: () => {} };
  const tracker = new SolutionTracker({
    ...{ scope, doc, stage, viewState, paneMarks },
    ...{ loop: { redraw: () => {} }, viewpoint: () => null, resetCamera: () => {} },
  });
  page.viewState.solutions.value = true;
  const strip = renderInto(<SolutionStrip page={page} />);
  if (!history) throw new Error('no history');
  act(() => {
    tracker.follow({ session, history, entry: null });
    tracker.updateNumbers({ session, history, entry: null });
  });
  const answers = session.instances.map(
    ({ slot }) =>
      renderInto(<WhyUnreachedPopover page={page} asker={{ slot, location: 'card' }} />).text,
  );
  return {
    words: session.instances.map(({ outcome }) => outcome.peek().words),
    answers,
    story: writeRunSummary(session).map(phrasePlainText).join(' '),
    strip: strip.text,
  };
}

const PROOF = /Proven: [^.]*(?:\.\d[^.]*)*\./;

/** Returns the target of the arm at another position. */
async function armTargets(position: readonly number[], isOriented = true) {
  const { targets } = (await testPage('arm-6')).session.scene.scenario;
  return targets.map((target) => ({
    ...target,
    position,
    orientation: isOriented ? target.orientation : null,
  }));
}

test('a position that is too far: one distance, and a larger one with the orientation', async () => {
  const targets = await armTargets([1.5, 0.1, 0.2]);
  const { words, answers, story, strip } = await textsOf('arm-6', { targets });
  const [proof = ''] = PROOF.exec(strip) ?? [];
  expect(words).toEqual(Array(3).fill(words[0]));
  const [, distance = ''] = /^out of reach by (\d+ mm)$/.exec(words[0] ?? '') ?? [];
  expect(proof).toContain('with the orientation of the target misses its position');
  expect(Number.parseInt(/(\d+) mm/.exec(proof)?.[1] ?? '', 10)).toBeGreaterThan(
    Number.parseInt(distance, 10),
  );
  expect(story).toContain(`The target is out of reach by ${distance} in any orientation.`);
  for (const answer of answers) {
    expect(answer).toContain(`The target is out of reach by ${distance} in any orientation.`);
    expect(answer).toContain(proof);
  }
});

test('a position in reach, but not as oriented', async () => {
  const { words, answers, story, strip } = await textsOf('arm-6', {
    targets: await armTargets([0.02, 0.02, 0.5]),
  });
  const [proof = ''] = PROOF.exec(strip) ?? [];
  expect(strip).toContain('No solution');
  expect(words).toEqual(Array(3).fill('pose out of reach'));
  for (const text of [...answers, story]) {
    expect(text).toContain(proof);
    expect(text).not.toMatch(/out of reach by|in any pose|reaches the target in/);
  }
});

test('a position in reach only outside the limits', async () => {
  const scene = { ...NARROW_LIMITS_ARM, start: [0, 0.05, 0] };
  const { words, answers, story, strip } = await textsOf(scene);
  const [proof = ''] = PROOF.exec(strip) ?? [];
  expect(strip).toContain('No solution within limits');
  expect(proof).toContain('every pose within the limits misses the target');
  for (const word of words) expect(word).toMatch(/^blocked by |^out of reach within limits$/);
  for (const answer of answers) {
    expect(answer).toContain(proof);
    expect(answer).not.toContain('in any pose');
  }
  expect(story).not.toMatch(/out of reach/);
});

test('a target in reach: no word of a proof, whatever stopped the methods', async () => {
  const { words, answers, story, strip } = await textsOf('arm-6', {
    targets: await armTargets([0.3, -0.4, 0.3]),
    run: { mode: 'converge', maxUpdates: 5 },
  });
  expect(words).toContain('update limit reached');
  expect(strip).toContain('8 solutions');
  for (const text of [...answers, story, strip, ...words])
    expect(text).not.toMatch(/Proven|out of reach/);
});
