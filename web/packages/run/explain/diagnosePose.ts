/** Diagnoses a panel's pose, with request and answer as plain data for a worker. */

import type { Engine, FailureDiagnosis, InstanceStatus, OutOfReachProof } from '@iklab/core/engine';
import { EngineError, openSolutionFinder, withCardTexts } from '@iklab/core/engine';
import type { Stop } from '@iklab/core/engine/protocol';
import { proveOutOfReach } from '@iklab/core/measure';
import type { Scene } from '@iklab/core/scenario';
import { fullDocument, resolveScenario } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { type DiagnosedPose, readPanelEndPose } from '../session/diagnosisVerdict.ts';
import type { Session } from '../session/session.ts';
import { type DiagnosisFix, findDiagnosisFixes } from './diagnosisFixes.ts';
import { makeDiagnosisVerdict } from './makeDiagnosisVerdict.ts';

export interface DiagnosisRequest {
  readonly document: unknown;
  readonly angles: readonly number[];
  readonly goals: readonly number[];
  /** The rule that stopped the run at the pose; `none` if the run can continue. */
  readonly stop: Stop;
  /** Diagnosis for which fixes are requested; null: a diagnosis is requested. */
  readonly found: FailureDiagnosis | null;
}

export interface DiagnosisAnswer {
  readonly diagnosis: FailureDiagnosis | null;
  readonly sigma: readonly number[];
  /** Proof that no pose reaches the goals; null if nothing is proven. */
  readonly proof: OutOfReachProof | null;
  /** Edits that help from the diagnosed pose, best first; empty unless requested. */
  readonly fixes: readonly DiagnosisFix[];
}

export const makeDiagnosisRequest = (
  { scenario }: Scene,
  panel: number,
  pose: DiagnosedPose,
  found: FailureDiagnosis | null = null,
): DiagnosisRequest => ({
  document: fullDocument({ ...scenario, methods: scenario.methods.slice(panel, panel + 1) }),
  ...{ angles: pose.angles, goals: pose.goals, stop: pose.status.stop ?? 'none' },
  found,
});

/** Computes the answer to a diagnosis request; needs an engine with the full module. */
export function answerDiagnosis(request: DiagnosisRequest, engine: Engine): DiagnosisAnswer {
  const { document, angles, goals, stop, found } = request;
  const read = parseScenarioDocument(document, engine.catalogue);
  const nothing = { diagnosis: null, sigma: [], proof: null, fixes: [] };
  if (!read.ok) return nothing;
  const scene = resolveScenario(read.value);
  if (found)
    return {
      ...nothing,
      diagnosis: found,
      fixes: findDiagnosisFixes(engine, scene, angles, found),
    };
  const lab = engine.open(scene);
  try {
    const diagnosis = lab.diagnose(0, stop, { angles, goals });
    const sigma = [...lab.inspect(null, { angles, goals }).sigma];
    const isReached = diagnosis === null || diagnosis.cause === 'none';
    const proof = isReached ? null : proveGoalsOutOfReach(engine, scene, goals);
    return { ...nothing, diagnosis, sigma, proof };
  } finally {
    lab.close();
  }
}

function proveGoalsOutOfReach(
  engine: Engine,
  scene: Scene,
  goals: readonly number[],
): OutOfReachProof | null {
  try {
    const finder = openSolutionFinder(engine, scene);
    try {
      finder.setGoals(goals);
      return proveOutOfReach(finder, scene.scenario);
    } finally {
      finder.delete();
    }
  } catch (error) {
    if (error instanceof EngineError) return null; // Nothing is proven.
    throw error;
  }
}

/** Diagnoses all panels of a session at once; the page uses a worker instead. */
export function diagnoseSession(session: Session, engine: Engine): void {
  const { scene, lab } = session;
  session.instances.forEach((instance, panel) => {
    const pose = readPanelEndPose(lab, panel);
    if (!hasMissedTargets(session, pose.status)) return;
    const { diagnosis, sigma, proof } = answerDiagnosis(
      makeDiagnosisRequest(scene, panel, pose),
      engine,
    );
    const catalogue = withCardTexts(engine.catalogue);
    const { status, goals } = pose;
    const found =
      diagnosis &&
      makeDiagnosisVerdict(diagnosis, { scene, panel, catalogue, status, goals, sigma, proof });
    instance.verdict.value = found && { ...found, stillHolds: () => true };
  });
  session.updateNumbers();
}

/**
 * Returns whether an instance has not reached stationary targets, so that its pose can be
 * diagnosed.
 */
export const hasMissedTargets = (
  { isFollowing }: Pick<Session, 'isFollowing'>,
  { stop, within, updates, error }: InstanceStatus,
): boolean =>
  !isFollowing && updates > 0 && Number.isFinite(error) && !within && stop !== 'reached';
