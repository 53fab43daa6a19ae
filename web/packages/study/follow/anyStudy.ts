import {
  CURRENT_DOCUMENT_VERSION,
  compactDocument,
  fullDocument,
  type PlainObject,
  type Result,
} from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { readJson } from '@iklab/core/scenario/text';
import { parseStudy } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import { studyDefaults, sweepAxisDefaults } from '../document/studyDocument.ts';
import {
  compactStudyDocument,
  fullStudyDocument,
  withoutDefaults,
  withoutStudyVersion,
} from '../document/writeStudy.ts';
import { FOLLOW_KIND, pathSamplingDefaults, pathShapeDefaults } from './pathSampling.ts';
import {
  fullPathStudyDocument,
  isPathStudyDocument,
  type PathStudy,
  parsePathStudy,
} from './pathStudy.ts';

export type AnyStudy = Study | PathStudy;

export const isPathStudy = (study: AnyStudy): study is PathStudy =>
  study.sampling.kind === FOLLOW_KIND;

export const parseAnyStudy = (input: unknown, catalogue: Catalogue): Result<AnyStudy> =>
  isPathStudyDocument(input) ? parsePathStudy(input, catalogue) : parseStudy(input, catalogue);

export function parseAnyStudyText(text: string, catalogue: Catalogue): Result<AnyStudy> {
  const read = readJson(text);
  return read.ok ? parseAnyStudy(read.value, catalogue) : read;
}

export const fullAnyStudyDocument = (study: AnyStudy): PlainObject =>
  isPathStudy(study) ? fullPathStudyDocument(study) : fullStudyDocument(study);

/** Returns a study document without values that equal their defaults. */
export const compactAnyStudyDocument = (study: AnyStudy, catalogue: Catalogue): PlainObject =>
  isPathStudy(study) ? compactFollow(study, catalogue) : compactStudyDocument(study, catalogue);

/** Converts the study to the current version, with every constant written out. */
export const studyInCurrentVersion = (study: AnyStudy): AnyStudy => {
  const written = fullDocument(study.scenario);
  return isPathStudy(study)
    ? { ...study, iklabStudy: CURRENT_DOCUMENT_VERSION }
    : { ...study, iklabStudy: CURRENT_DOCUMENT_VERSION, written };
};

function compactFollow(study: PathStudy, catalogue: Catalogue): PlainObject {
  const { iklabStudy, name, note, scenario, sweep, seed } = study;
  const short = withoutStudyVersion(compactDocument(scenario, catalogue, iklabStudy), iklabStudy);
  const { path, ...sampling } = fullPathStudyDocument(study).sampling as PlainObject & {
    path: object;
  };
  const parts = {
    name,
    note,
    sampling: {
      ...withoutDefaults(sampling, pathSamplingDefaults),
      path: withoutDefaults(path, pathShapeDefaults),
    },
    sweep: sweep.map((axis) => withoutDefaults(axis, sweepAxisDefaults)),
    seed,
  };
  return structuredClone({ iklabStudy, scenario: short, ...withoutDefaults(parts, studyDefaults) });
}
