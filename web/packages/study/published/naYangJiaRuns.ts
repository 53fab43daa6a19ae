import type { Engine } from '@iklab/core/engine';
import {
  naPoseToDegrees,
  naPoseToRadians,
  naYangJiaTableCases,
  scenarioPreset,
} from '@iklab/core/scenario/presets';
import {
  largestLimitViolation,
  naYangJiaTableFourPairs,
  naYangJiaTableThreePairs,
  PRINTED_COMFORT_POSE,
  type PrintedRowPair,
} from './naYangJiaRows.ts';
import type { PublishedTablePart } from './publishedTable.ts';
import { withLabOnDocument } from './tableScenes.ts';

export type NaYangJiaJacobianKind = 'parent-frame' | 'true';
export const jacobianKindOfVariant = (variant: string): NaYangJiaJacobianKind =>
  variant === 'true' ? 'true' : 'parent-frame';

/** `i`: index of the case from 0. */
export function naYangJiaTableTwoDocument(i: number, method: object): object {
  const preset = scenarioPreset(`na-human-${i + 1}`)?.document as { run: object };
  return { ...preset, methods: [method], run: { ...preset.run, tolerance: 1e-3 } };
}

export const makeNaYangJiaDlsMethod = (jacobian: NaYangJiaJacobianKind) => ({
  id: 'na-dls',
  params: { jacobian },
});
export const makeNaYangJiaImprovedMethod = (
  jacobian: NaYangJiaJacobianKind,
  params: object = {},
) => ({
  id: 'na-idls',
  params: { jacobian, ...params },
});

/**
 * Makes a document from the comfort pose to the target of a pair. `printed`: distance from the
 * comfort pose, for the note.
 */
const pairDocument = (
  { target }: PrintedRowPair,
  printed: number,
  tree: string,
  method: object,
): object => ({
  ...scenarioPreset('na-human-1')?.document,
  name: 'Human arm, tables III and IV',
  note: `Na, Yang and Jia: from the comfort pose to a target that both printed rows reach. They print l_comf = ${printed}°; the table shows l_comf of this run.`,
  tree: { preset: tree },
  start: naPoseToRadians(PRINTED_COMFORT_POSE),
  targets: [{ effector: 'fingertip', position: target }],
  methods: [method],
});

const finalAngles = (document: object, engine: Engine): number[] =>
  withLabOnDocument(document, engine, (lab) => {
    while (!lab.finished) lab.advance();
    return naPoseToDegrees([...lab.angles(0)]);
  });

const worstViolation = (document: object, engine: Engine): number =>
  withLabOnDocument(document, engine, (lab) => {
    let most = 0;
    while (!lab.finished) {
      lab.advance(1);
      most = Math.max(most, largestLimitViolation(naPoseToDegrees([...lab.angles(0)])));
    }
    return most;
  });

export const naYangJiaTableThreeDocuments = (
  printed: PrintedRowPair,
  jacobian: NaYangJiaJacobianKind,
) =>
  (
    [
      ['comfort', printed.firstComfort],
      ['mean', printed.secondComfort],
    ] as const
  ).map(([centre, comfort]) =>
    pairDocument(
      printed,
      comfort,
      'human-arm-equal',
      makeNaYangJiaImprovedMethod(jacobian, { centre }),
    ),
  );
export const naYangJiaTableFourDocuments = (
  printed: PrintedRowPair,
  jacobian: NaYangJiaJacobianKind,
) =>
  (
    [
      ['human-arm', printed.firstComfort],
      ['human-arm-equal', printed.secondComfort],
    ] as const
  ).map(([tree, comfort]) =>
    pairDocument(printed, comfort, tree, makeNaYangJiaImprovedMethod(jacobian)),
  );

export interface NaYangJiaFinalAngles {
  readonly dls: readonly (readonly number[])[];
  readonly improved: readonly (readonly number[])[];
  readonly beyond: readonly number[];
  readonly three: readonly (readonly (readonly number[])[])[];
  readonly four: readonly (readonly (readonly number[])[])[];
}

export function computeNaYangJiaFinalAngles(
  { variant }: PublishedTablePart,
  engine: Engine,
): NaYangJiaFinalAngles {
  const jacobian = jacobianKindOfVariant(variant);
  const ends = (documents: readonly object[]) => documents.map((each) => finalAngles(each, engine));
  return {
    dls: ends(
      naYangJiaTableCases.map((_, i) =>
        naYangJiaTableTwoDocument(i, makeNaYangJiaDlsMethod(jacobian)),
      ),
    ),
    improved: ends(
      naYangJiaTableCases.map((_, i) =>
        naYangJiaTableTwoDocument(i, makeNaYangJiaImprovedMethod(jacobian)),
      ),
    ),
    beyond: naYangJiaTableCases.map((_, i) =>
      worstViolation(naYangJiaTableTwoDocument(i, makeNaYangJiaImprovedMethod(jacobian)), engine),
    ),
    three: naYangJiaTableThreePairs.map((printed) =>
      ends(naYangJiaTableThreeDocuments(printed, jacobian)),
    ),
    four: naYangJiaTableFourPairs.map((printed) =>
      ends(naYangJiaTableFourDocuments(printed, jacobian)),
    ),
  };
}
