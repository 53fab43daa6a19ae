/**
 * Runs of the human arm of Na, Yang and Jia, with DLS and with their damping, for either Jacobian.
 */
import type { Engine } from '@iklab/core/engine';
import {
  naPoseToDegrees,
  naPoseToRadians,
  naTableTwoCases,
  scenarioPreset,
} from '@iklab/core/scenario/presets';
import {
  COMFORT_POSE,
  limitViolation,
  type PrintedPair,
  tableFourPairs,
  tableThreePairs,
} from './naYangJiaRows.ts';
import type { TablePart } from './publishedTable.ts';
import { withLab } from './tableScenes.ts';

export type JacobianKind = 'parent-frame' | 'true';
export const jacobianOf = (variant: string): JacobianKind =>
  variant === 'true' ? 'true' : 'parent-frame';

/**
 * Makes the scenario document of one case of table II with a method; `i`: index of the case from 0.
 */
export function tableTwoDocument(i: number, method: object): object {
  const preset = scenarioPreset(`na-human-${i + 1}`)?.document as { run: object };
  return { ...preset, methods: [method], run: { ...preset.run, tolerance: 1e-3 } };
}

export const dlsMethod = (jacobian: JacobianKind) => ({ id: 'na-dls', params: { jacobian } });
export const makeNaImprovedMethod = (jacobian: JacobianKind, params: object = {}) => ({
  id: 'na-idls',
  params: { jacobian, ...params },
});

/**
 * Makes a scenario document that starts in the comfort pose and has the target of a pair.
 * `printed`: l_comf of the row, for the note.
 */
const pairDocument = (
  { target }: PrintedPair,
  printed: number,
  tree: string,
  method: object,
): object => ({
  ...scenarioPreset('na-human-1')?.document,
  name: 'Human arm, tables III and IV',
  note: `Na, Yang and Jia: from the comfort pose to a target that both printed rows reach. They print l_comf = ${printed}°; the table shows l_comf of this run.`,
  tree: { preset: tree },
  start: naPoseToRadians(COMFORT_POSE),
  targets: [{ effector: 'fingertip', position: target }],
  methods: [method],
});

/** Returns θ1 to θ7 at the end of a run, degrees. */
const finalAngles = (document: object, engine: Engine): number[] =>
  withLab(document, engine, (lab) => {
    while (!lab.finished) lab.advance();
    return naPoseToDegrees([...lab.angles(0)]);
  });

/** Returns the largest violation of the joint limits during a run, degrees. */
const worstViolation = (document: object, engine: Engine): number =>
  withLab(document, engine, (lab) => {
    let most = 0;
    while (!lab.finished) {
      lab.advance(1);
      most = Math.max(most, limitViolation(naPoseToDegrees([...lab.angles(0)])));
    }
    return most;
  });

export const tableThreeDocuments = (printed: PrintedPair, jacobian: JacobianKind) =>
  (
    [
      ['comfort', printed.firstComfort],
      ['mean', printed.secondComfort],
    ] as const
  ).map(([centre, comfort]) =>
    pairDocument(printed, comfort, 'human-arm-equal', makeNaImprovedMethod(jacobian, { centre })),
  );
export const tableFourDocuments = (printed: PrintedPair, jacobian: JacobianKind) =>
  (
    [
      ['human-arm', printed.firstComfort],
      ['human-arm-equal', printed.secondComfort],
    ] as const
  ).map(([tree, comfort]) => pairDocument(printed, comfort, tree, makeNaImprovedMethod(jacobian)));

export interface FinalAngles {
  readonly dls: readonly (readonly number[])[];
  readonly improved: readonly (readonly number[])[];
  readonly beyond: readonly number[];
  readonly three: readonly (readonly (readonly number[])[])[];
  readonly four: readonly (readonly (readonly number[])[])[];
}

export function runFinalAngles({ variant }: TablePart, engine: Engine): FinalAngles {
  const jacobian = jacobianOf(variant);
  const ends = (documents: readonly object[]) => documents.map((each) => finalAngles(each, engine));
  return {
    dls: ends(naTableTwoCases.map((_, i) => tableTwoDocument(i, dlsMethod(jacobian)))),
    improved: ends(
      naTableTwoCases.map((_, i) => tableTwoDocument(i, makeNaImprovedMethod(jacobian))),
    ),
    beyond: naTableTwoCases.map((_, i) =>
      worstViolation(tableTwoDocument(i, makeNaImprovedMethod(jacobian)), engine),
    ),
    three: tableThreePairs.map((printed) => ends(tableThreeDocuments(printed, jacobian))),
    four: tableFourPairs.map((printed) => ends(tableFourDocuments(printed, jacobian))),
  };
}
