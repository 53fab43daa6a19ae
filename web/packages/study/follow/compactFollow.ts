import { type Catalogue, compactDocument, type PlainObject } from 'iklab/scenario';
import { axisDefaults, studyDefaults } from '../studyDocument.ts';
import { withoutDefaults, withoutStudyVersion } from '../writeStudy.ts';
import { followDefaults, shapeDefaults } from './followSampling.ts';
import { type FollowStudy, fullFollow } from './followStudy.ts';

/** Returns the document of a path study without values that equal their defaults. */
export function compactFollow(study: FollowStudy, catalogue: Catalogue): PlainObject {
  const { iklabStudy, name, note, scenario, sweep, seed } = study;
  const short = withoutStudyVersion(compactDocument(scenario, catalogue, iklabStudy), iklabStudy);
  const { path, ...sampling } = fullFollow(study).sampling as PlainObject & { path: object };
  const parts = {
    name,
    note,
    sampling: {
      ...withoutDefaults(sampling, followDefaults),
      path: withoutDefaults(path, shapeDefaults),
    },
    sweep: sweep.map((axis) => withoutDefaults(axis, axisDefaults)),
    seed,
  };
  return structuredClone({ iklabStudy, scenario: short, ...withoutDefaults(parts, studyDefaults) });
}
