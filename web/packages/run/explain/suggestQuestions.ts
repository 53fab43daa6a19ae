import {
  addMethod,
  type DocumentEdit,
  setStartPose,
  setTargetPosition,
} from '@iklab/core/document/edits';
import { computeEffectorReaches, type EffectorReach } from '@iklab/core/measure';
import type { Scene } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { isMovable } from '@iklab/core/scenario/robot';

export interface SuggestedQuestion {
  readonly label: string;
  /**
   * Action of a click: an edit of the document and its name for undo, a preset to open, or a run
   * from the start.
   */
  readonly act:
    | { readonly name: string; readonly change: DocumentEdit }
    | { readonly preset: string }
    | { readonly restart: true };
}

const MAX_QUESTIONS = 4;
const REACH_FACTOR = 1.25; // Multiple of the chain's maximum reach.
const MAX_PRESENT = 6; // Methods, so that two can be added.

type QuestionMaker = (scene: Scene, catalogue: Catalogue) => SuggestedQuestion | null;

const QUESTION_MAKERS: readonly QuestionMaker[] = [
  moveOutOfReach,
  straightenArm,
  enableLimits,
  addMethods,
  openPublished,
];

/** Returns the experiments to suggest for a scene. `alike`: all methods started from one pose. */
export const suggestQuestions = (
  scene: Scene,
  catalogue: Catalogue,
  alike = true,
): readonly SuggestedQuestion[] =>
  [
    ...(alike ? [] : [SAME_START]),
    ...QUESTION_MAKERS.flatMap((make) => make(scene, catalogue) ?? []),
  ].slice(0, MAX_QUESTIONS);

const SAME_START: SuggestedQuestion = {
  label: 'Restart all from one pose',
  act: { restart: true },
};

function moveOutOfReach(scene: Scene): SuggestedQuestion | null {
  const { targets } = scene.scenario;
  const index = targets.findIndex(({ motion, free }) => motion === null && !free?.position.length);
  const target = targets[index];
  if (!target) return null;
  const { from, most } = computeEffectorReaches(scene)[index] as EffectorReach;
  const away = target.position.map((x, i) => x - (from[i] as number));
  const far = Math.hypot(...away);
  if (!Number.isFinite(most) || far >= most || far < 1e-6 * most) return null;
  const share = (REACH_FACTOR * most) / far;
  const position = away.map((x, i) => roundToScale((from[i] as number) + share * x, most));
  return {
    label: targets.length === 1 ? 'Move it out of reach' : 'Move one out of reach',
    act: { name: `Move target ${index + 1}`, change: setTargetPosition(index, position) },
  };
}

const roundToScale = (value: number, scale: number): number => {
  const step = 10 ** Math.floor(Math.log10(scale) - 1);
  return Number((Math.round(value / step) * step).toPrecision(12));
};

function straightenArm(scene: Scene): SuggestedQuestion | null {
  const { start, tree } = scene;
  const moving = tree.joints.filter(isMovable);
  const planar = moving.every(
    ({ type, xyz, mimic }) => type === 'revolute' && !mimic && xyz[1] === 0 && xyz[2] === 0,
  );
  const allowed = moving.every(({ limits }) => !limits || (limits[0] <= 0 && limits[1] >= 0));
  if (!planar || !allowed || start.every((angle) => angle === 0)) return null;
  return {
    label: 'Start from a straight arm',
    act: { name: 'Start pose', change: setStartPose(start.map(() => 0)) },
  };
}

function enableLimits({ scenario, tree }: Scene): SuggestedQuestion | null {
  if (scenario.limitPolicy !== 'ignore' || !tree.joints.some(({ limits }) => limits)) return null;
  const change: DocumentEdit = (draft) => {
    draft.limitPolicy = 'clamp';
    draft.start = null;
  };
  return { label: 'Turn joint limits on', act: { name: 'Joint limits', change } };
}

function addMethods(scene: Scene, catalogue: Catalogue): SuggestedQuestion | null {
  const { methods } = scene.scenario;
  const newcomers = ['ccd', 'fabrik'];
  if (methods.length > MAX_PRESENT || methods.some(({ id }) => newcomers.includes(id))) return null;
  const change: DocumentEdit = (draft) => {
    for (const id of newcomers) addMethod(id, scene.scenario, catalogue)(draft);
  };
  return { label: 'Add CCD and FABRIK to the scene', act: { name: 'Add CCD and FABRIK', change } };
}

function openPublished({ scenario: { tree, targets } }: Scene): SuggestedQuestion | null {
  const isDoubleY = 'preset' in tree && tree.preset === 'double-y';
  if (!isDoubleY || targets.some(({ motion }) => motion !== null)) return null;
  return { label: 'The paper’s figure 3', act: { preset: 'double-y' } };
}
