/** A diagnosis of a panel's pose, asked for and answered as plain data: a worker makes it. */
import { withTexts } from '../engine/cards.ts';
import type { Diagnosis } from '../engine/diagnosis.ts';
import type { Engine, InstanceStatus } from '../engine/engine.ts';
import type { Stop } from '../engine/protocol.ts';
import { type EndPose, endPose } from '../run/panelVerdict.ts';
import type { Session } from '../run/session.ts';
import { parse } from '../scenario/parse.ts';
import { resolve } from '../scenario/resolve.ts';
import type { Scene } from '../scenario/types.ts';
import { fullDocument } from '../scenario/write.ts';
import { type Fix, fixesFromHere } from './fixes.ts';
import { verdict } from './verdictWords.ts';

export interface DiagnosisRequest {
  /** A document with the panel's method alone. */
  readonly document: unknown;
  readonly angles: readonly number[];
  readonly goals: readonly number[];
  /** The rule that ended its run there; `none`: it can go on. */
  readonly stop: Stop;
  /** What its fixes are to be found for; null: only the diagnosis is asked for. */
  readonly found: Diagnosis | null;
}

export interface DiagnosisAnswer {
  /** Null: the module finds none. */
  readonly diagnosis: Diagnosis | null;
  /** σ at the pose, largest first. */
  readonly sigma: readonly number[];
  /** Edits that help from the pose, best first; empty unless asked for. */
  readonly fixes: readonly Fix[];
}

/** Of a panel where it has ended. */
export const diagnosisRequest = (
  { scenario }: Scene,
  panel: number,
  pose: EndPose,
  found: Diagnosis | null = null,
): DiagnosisRequest => ({
  document: fullDocument({ ...scenario, methods: scenario.methods.slice(panel, panel + 1) }),
  ...{ angles: pose.angles, goals: pose.goals, stop: pose.status.stop ?? 'none' },
  found,
});

/** With an engine that has the whole module. */
export function answerDiagnosis(request: DiagnosisRequest, engine: Engine): DiagnosisAnswer {
  const { document, angles, goals, stop, found } = request;
  const read = parse(document, engine.catalogue);
  if (!read.ok) return { diagnosis: null, sigma: [], fixes: [] };
  const scene = resolve(read.value);
  if (found)
    return { diagnosis: found, sigma: [], fixes: fixesFromHere(engine, scene, angles, found) };
  const lab = engine.open(scene);
  try {
    const diagnosis = lab.diagnose(0, stop, { angles, goals });
    return { diagnosis, sigma: [...lab.inspect(null, { angles, goals }).sigma], fixes: [] };
  } finally {
    lab.close();
  }
}

/** At once, for all panels that rest short of their targets; the page asks a worker instead. */
export function diagnoseSession(session: Session, engine: Engine): void {
  const { scene, lab } = session;
  session.instances.forEach((instance, panel) => {
    const pose = endPose(lab, panel);
    if (!isShort(session, pose.status)) return;
    const { diagnosis, sigma } = answerDiagnosis(diagnosisRequest(scene, panel, pose), engine);
    const catalogue = withTexts(engine.catalogue);
    const { status } = pose;
    const found = diagnosis && verdict(diagnosis, { scene, panel, catalogue, status, sigma });
    instance.verdict.value = found && { ...found, stillHolds: () => true };
  });
  session.updateNumbers();
}

/** Whether there is a pose to diagnose: short of targets that rest. */
export const isShort = (
  { isFollowing }: Pick<Session, 'isFollowing'>,
  { stop, within, updates, error }: InstanceStatus,
): boolean =>
  !isFollowing && updates > 0 && Number.isFinite(error) && !within && stop !== 'reached';
