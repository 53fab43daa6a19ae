import { type StopReason, withCardTexts } from '@iklab/core/engine';
import type { Scene } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { type CancelCallback, threadTime } from '@iklab/core/time';
import {
  type DiagnosisAnswer,
  type DiagnosisFix,
  type DiagnosisRequest,
  diagnosisRemedies,
  hasMissedTargets,
  makeDiagnosisRequest,
  makeDiagnosisVerdict,
  type Remedy,
  withStartPose,
} from '@iklab/run/explain';
import {
  type DiagnosedPose,
  type DiagnosisVerdict,
  type InstanceState,
  readPanelEndPose,
  type Session,
} from '@iklab/run/session';
import { DiagnosisQueue } from '../../browser/diagnosisQueue.ts';
import { memoizePerLab, onLabEnd, type WithLabScope } from '../../browser/labScope.ts';

const REST_TIME = 150; // Milliseconds that a panel must keep its pose before it is diagnosed.
const MAX_CACHED = 50; // Answers in the cache.

export interface FixFromCurrentPose extends Remedy, Omit<DiagnosisFix, 'index'> {}

export class PanelDiagnoses {
  readonly #queue = new DiagnosisQueue();
  readonly #answers = new Map<string, DiagnosisAnswer>();
  #session: Session | null = null;
  #restingPoses: (RestingPose | null)[] = [];

  constructor({ scope }: WithLabScope) {
    onLabEnd(scope, () => {
      this.reset();
      this.#queue.end();
    });
  }

  /**
   * Diagnoses panels that stopped before they reached their targets. Called after each update of
   * the numbers. `moves`: more updates follow. `onVerdict`: called for each new verdict.
   */
  follow(session: Session, moves: boolean, onVerdict: () => void): void {
    if (session !== this.#session) this.reset();
    this.#session = session;
    session.instances.forEach((instance, panel) => {
      const previous = this.#restingPoses[panel];
      const status = session.lab.status(panel);
      const rests = !instance.externalPanel && (status.stop !== null || !moves);
      if (!rests || !hasMissedTargets(session, status)) this.#cancel(panel);
      else if (instance.verdict.peek() === null && !previous?.stillHolds()) {
        this.#cancel(panel);
        const pose = new RestingPose(session, panel);
        this.#restingPoses[panel] = pose;
        pose.cancel = threadTime.schedule(REST_TIME, () => this.#find(pose, instance, onVerdict));
      }
    });
  }

  /** Tests fixes in the worker, from the pose of a diagnosed panel. Empty without a diagnosis. */
  async fixes(
    session: Session,
    panel: number,
    wanted: () => boolean,
  ): Promise<FixFromCurrentPose[]> {
    const { scene, lab } = session;
    const found = session.instances[panel]?.verdict.peek()?.diagnosis;
    if (!found) return [];
    const request = makeDiagnosisRequest(scene, panel, readPanelEndPose(lab, panel), found);
    const answer = await this.#answer(request, wanted);
    const all = diagnosisRemedies(withCardTexts(session.catalogue), scene, panel, found);
    return (answer?.fixes ?? []).flatMap(({ index, outcome }) => {
      const remedy = all[index];
      return remedy
        ? [{ ...remedy, change: withStartPose(request.angles, remedy.change), outcome }]
        : [];
    });
  }

  /**
   * Returns the verdict on a panel that ended in `pose`. Null if no cause was found or `wanted`
   * returns false.
   */
  async verdict(
    scene: Scene,
    panel: number,
    pose: DiagnosedPose,
    catalogue: Catalogue,
    wanted: () => boolean,
  ): Promise<DiagnosisVerdict | null> {
    const answer = await this.#answer(makeDiagnosisRequest(scene, panel, pose), wanted);
    if (!answer?.diagnosis) return null;
    const { sigma, proof } = answer;
    const { status, goals } = pose;
    const context = {
      scene,
      panel,
      catalogue: withCardTexts(catalogue),
      status,
      goals,
      sigma,
      proof,
    };
    return makeDiagnosisVerdict(answer.diagnosis, context);
  }

  async #find(pose: RestingPose, instance: InstanceState, onVerdict: () => void): Promise<void> {
    const { session, panel } = pose;
    const { scene, lab, catalogue } = session;
    const wanted = () => this.#restingPoses[panel] === pose;
    const found = await this.verdict(scene, panel, readPanelEndPose(lab, panel), catalogue, wanted);
    if (!found || !wanted() || !pose.stillHolds()) return;
    instance.verdict.value = { ...found, stillHolds: () => pose.stillHolds() };
    onVerdict();
  }

  async #answer(request: DiagnosisRequest, wanted: () => boolean): Promise<DiagnosisAnswer | null> {
    const key = JSON.stringify(request);
    const cached = this.#answers.get(key);
    if (cached) return cached;
    const answer = await this.#queue.enqueue(request, wanted);
    if (!answer) return null;
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size >= MAX_CACHED) this.#answers.delete(oldest);
    this.#answers.set(key, answer);
    return answer;
  }

  #cancel(panel: number): void {
    this.#restingPoses[panel]?.cancel();
    this.#restingPoses[panel] = null;
  }

  reset(): void {
    for (const panel of this.#restingPoses.keys()) this.#cancel(panel);
    this.#restingPoses = [];
    this.#session = null;
  }
}

export const panelDiagnoses = memoizePerLab((lab) => new PanelDiagnoses(lab));

class RestingPose {
  cancel: CancelCallback = () => {};
  readonly session: Session;
  readonly panel: number;
  readonly #scene: Scene;
  readonly #angles: Float64Array;
  readonly #goals: Float64Array;
  readonly #stop: StopReason | null;

  constructor(session: Session, panel: number) {
    this.session = session;
    this.panel = panel;
    this.#scene = session.scene;
    this.#angles = Float64Array.from(session.lab.angles(panel));
    this.#goals = Float64Array.from(session.lab.goals());
    this.#stop = session.lab.status(panel).stop;
  }

  stillHolds(): boolean {
    const { scene, lab } = this.session;
    return (
      scene === this.#scene &&
      lab.status(this.panel).stop === this.#stop &&
      sameValues(this.#angles, lab.angles(this.panel)) &&
      sameValues(this.#goals, lab.goals())
    );
  }
}

const sameValues = (a: Float64Array, b: ArrayLike<number>): boolean =>
  a.every((x, i) => x === b[i]);
