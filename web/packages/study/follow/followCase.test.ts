/** Path studies as documents, links, drafts and cases. */
import { openFollower } from 'iklab/engine';
import { presetScene, testEngine } from 'iklab/engine/testing';
import { faultsText, parse, resolve, scenarioPresetIds } from 'iklab/scenario';
import { describe, expect, test } from 'vitest';
import { decodeAnyStudyLink, decodeStudyLink, encodeStudyLink } from '../studyLink.ts';
import { compactAnyStudy, fullAnyStudy, isFollowStudy, parseAnyStudyText } from './anyStudy.ts';
import { followCase } from './followCase.ts';
import { DRAWN_SHAPES, draftOfFollow, followDraft, pathOf, readDraft } from './followDraft.ts';
import { followHash } from './followStudy.ts';
import { followedOf, followPageFault, followPlan, solveFollow } from './followTask.ts';
import { followOf, lineStudy, wristStudy } from './testFollow.ts';

const engine = await testEngine();
const { catalogue } = engine;

const sweep = { path: 'methods[0].params.lambda', from: 0.01, to: 0.1, count: 3 };
const documents = [
  lineStudy(),
  wristStudy(0.1, [{ id: 'dls' }]),
  { ...wristStudy(0.1, [{ id: 'dls' }]), name: 'swept', note: 'why', seed: 9, sweep: [sweep] },
];

test.each(documents)(
  'link and compact document give the same study (document %#)',
  async (document) => {
    const study = followOf(document);
    const link = await encodeStudyLink(study, catalogue);
    const opened = await decodeAnyStudyLink(link, catalogue);
    if (!opened.ok) throw new Error(faultsText(opened.faults));
    const short = JSON.stringify(compactAnyStudy(study, catalogue));
    const read = parseAnyStudyText(short, catalogue);
    if (!read.ok) throw new Error(faultsText(read.faults));
    expect(short.length).toBeLessThan(JSON.stringify(fullAnyStudy(study)).length);
    for (const again of [opened.value.study, read.value]) {
      if (!isFollowStudy(again)) throw new Error('it follows a path');
      expect(followHash(again)).toBe(followHash(study));
      expect([again.name, again.note]).toEqual([study.name, study.note]);
    }
    // the decoder for problem studies rejects it
    expect((await decodeStudyLink(link, catalogue)).ok).toBe(false);
  },
);

test('faults name fields of the kind of study that the document declares', () => {
  const read = parseAnyStudyText(JSON.stringify(lineStudy({ points: 1 })), catalogue);
  expect(read.ok ? '' : faultsText(read.faults)).toMatch(/sampling\.points/);
});

describe('a draft', () => {
  test.each(scenarioPresetIds)(
    'of scene %s is a valid study for every path shape and survives editing',
    (name) => {
      const { scenario } = presetScene(name, engine);
      const draft = followDraft(scenario);
      for (const shape of DRAWN_SHAPES) {
        const path = pathOf(shape, scenario);
        const read = readDraft(
          { ...draft, sampling: { ...draft.sampling, path } },
          scenario,
          catalogue,
        );
        if (!read.ok) throw new Error(faultsText(read.faults));
        expect(followHash(read.value)).toBe(
          followHash(
            followOf({ ...draftOfFollow(read.value), scenario: fullAnyStudy(read.value).scenario }),
          ),
        );
      }
    },
  );
});

test('followPageFault explains why a study has too many points for the page', () => {
  expect(followPageFault(followOf(lineStudy()))).toBe('');
  const large = followOf(lineStudy({ points: 10_000, starts: 200 }));
  expect(followPageFault(large)).toMatch(
    /10000 points × 200 starts × 1 methods and values make 2000000/,
  );
});

test('a case starts at the previous answer and reaches the recorded answer of its point', () => {
  const methods = [{ id: 'dls', params: { lambda: 0.05 }, maxStep: null }, { id: 'sdls' }];
  const study = followOf(wristStudy(0.1, methods));
  const results = new Map(
    followPlan(study, '').tasks.map(({ request }, i) => [i, solveFollow(request as never, engine)]),
  );
  const runs = followedOf(study, { results });
  for (const [cell, point] of [
    [0, 0],
    [1, 100],
    [1, 479],
  ] as const) {
    const run = runs(cell, 1);
    if (!run) throw new Error('it has been run');
    const read = parse(followCase(study, run, { cell, index: 1, point }), catalogue);
    if (!read.ok) throw new Error(faultsText(read.faults));
    const scene = resolve(read.value);
    expect(scene.scenario.methods.map(({ id }) => id)).toEqual(['dls', 'sdls']);
    const follower = openFollower(engine, scene);
    const [panel] = [scene.scenario.methods[cell]];
    if (!panel) throw new Error('all methods are there');
    const goals = scene.scenario.targets.map(({ position, orientation }) => ({
      position,
      orientation,
    }));
    follower.setPath([goals, goals]);
    follower.begin({ panel, start: scene.start, updates: 1, rounds: 1 });
    while (!follower.advance(2));
    const came = [...follower.followed.poses.subarray(0, 6)];
    follower.delete();
    const wanted = [...run.poses.subarray(6 * point, 6 * point + 6)];
    // the case of point 0 starts from the end of the same round, not of the one before
    came.forEach((x, j) => void expect(x).toBeCloseTo(wanted[j] as number, point === 0 ? 4 : 12));
  }
});
