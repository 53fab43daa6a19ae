/**
 * Runs of the human arm of Na, Yang and Jia, with DLS and with their damping, for either Jacobian.
 */
import type { Engine } from 'iklab/engine';
import { scenarioPreset, tableTwo, toPrinted, toRadians } from 'iklab/scenario';
import {
  COMFORT,
  degreesOutside,
  type PrintedPair,
  tableFour,
  tableThree,
} from './naYangJiaRows.ts';
import type { Part } from './publishedTable.ts';
import { inLab } from './scenes.ts';

export type Jacobian = 'parent-frame' | 'true';
export const asJacobian = (variant: string): Jacobian =>
  variant === 'true' ? 'true' : 'parent-frame';

/** Cases 1 to 6 of table II by one method. */
export function caseOfTwo(i: number, method: object): object {
  const preset = scenarioPreset(`na-human-${i + 1}`)?.document as { run: object };
  return { ...preset, methods: [method], run: { ...preset.run, tolerance: 1e-3 } };
}

export const dls = (jacobian: Jacobian) => ({ id: 'na-dls', params: { jacobian } });
export const improved = (jacobian: Jacobian, params: object = {}) => ({
  id: 'na-idls',
  params: { jacobian, ...params },
});

/** From the comfort pose to the target of a pair, by one of its rows. */
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
  start: toRadians(COMFORT),
  targets: [{ effector: 'fingertip', position: target }],
  methods: [method],
});

/** Final θ1 to θ7, degrees. */
const end = (document: object, engine: Engine): number[] =>
  inLab(document, engine, (lab) => {
    while (!lab.finished) lab.advance();
    return toPrinted([...lab.angles(0)]);
  });

/** Largest joint limit violation during the run, degrees. */
const beyond = (document: object, engine: Engine): number =>
  inLab(document, engine, (lab) => {
    let most = 0;
    while (!lab.finished) {
      lab.advance(1);
      most = Math.max(most, degreesOutside(toPrinted([...lab.angles(0)])));
    }
    return most;
  });

export const pairOfThree = (printed: PrintedPair, jacobian: Jacobian) =>
  (
    [
      ['comfort', printed.firstComfort],
      ['mean', printed.secondComfort],
    ] as const
  ).map(([centre, comfort]) =>
    pairDocument(printed, comfort, 'human-arm-equal', improved(jacobian, { centre })),
  );
export const pairOfFour = (printed: PrintedPair, jacobian: Jacobian) =>
  (
    [
      ['human-arm', printed.firstComfort],
      ['human-arm-equal', printed.secondComfort],
    ] as const
  ).map(([tree, comfort]) => pairDocument(printed, comfort, tree, improved(jacobian)));

export interface Ends {
  readonly dls: readonly (readonly number[])[];
  readonly improved: readonly (readonly number[])[];
  readonly beyond: readonly number[];
  readonly three: readonly (readonly (readonly number[])[])[];
  readonly four: readonly (readonly (readonly number[])[])[];
}

export function work({ variant }: Part, engine: Engine): Ends {
  const jacobian = asJacobian(variant);
  const ends = (documents: readonly object[]) => documents.map((each) => end(each, engine));
  return {
    dls: ends(tableTwo.map((_, i) => caseOfTwo(i, dls(jacobian)))),
    improved: ends(tableTwo.map((_, i) => caseOfTwo(i, improved(jacobian)))),
    beyond: tableTwo.map((_, i) => beyond(caseOfTwo(i, improved(jacobian)), engine)),
    three: tableThree.map((printed) => ends(pairOfThree(printed, jacobian))),
    four: tableFour.map((printed) => ends(pairOfFour(printed, jacobian))),
  };
}
