import type { DocumentDraft } from '@iklab/core/document/edits';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { fullDocument } from '@iklab/core/scenario';
import { expect, test } from 'vitest';
import { makeSingleInstanceScene, type TrialResult } from '../session/trialLab.ts';
import { proposeRelaxingRemedies } from './proposeRelaxingRemedies.ts';
import type { RemedyContext } from './remedy.ts';

const engine = await testEngine();
const scene = makePresetTestScene('arm-6', engine); // tolerances of 1 mm and 0.001 rad
const DEGREE = Math.PI / 180;

function widerTolerance(error: number, degrees: number) {
  const lab = engine.open(makeSingleInstanceScene(scene, 0));
  const before = {
    stop: 'iteration-limit',
    updates: 400,
    error,
    angle: degrees * DEGREE,
  } as TrialResult;
  const offered = proposeRelaxingRemedies({
    scene,
    panel: 0,
    before,
    lab,
  } as unknown as RemedyContext);
  lab.close();
  const found = offered.find(({ kind }) => kind === 'tolerance');
  if (!found) return null;
  const draft = fullDocument(scene.scenario) as DocumentDraft;
  found.change(draft);
  const { tolerance, orientationTolerance } = draft.run as Record<string, number>;
  return [found.action, found.how, tolerance, (orientationTolerance as number) / DEGREE];
}

test('widens only the tolerances that are exceeded, and names the old and new values', () => {
  expect(scene.scenario.run).toMatchObject({ tolerance: 1e-3, orientationTolerance: 1e-3 });
  const turn = 1e-3 / DEGREE;
  const close = (degrees: number) => expect.closeTo(degrees, 9) as number;
  expect(widerTolerance(0.31e-3, 0.079)).toEqual([
    'Accept 0.10°',
    'instead of 0.057°',
    1e-3,
    close(0.1),
  ]);
  expect(widerTolerance(1.4e-3, 0.01)).toEqual([
    'Accept 2.0 mm',
    'instead of 1.0 mm',
    2e-3,
    close(turn),
  ]);
  expect(widerTolerance(1.4e-3, 0.3)).toEqual([
    'Accept 2.0 mm and 0.50°',
    'instead of 1.0 mm and 0.057°',
    2e-3,
    close(0.5),
  ]);
  expect(widerTolerance(0.31e-3, 0.01)).toBeNull();
  expect(widerTolerance(0.31e-3, 5)).toBeNull();
});
