import type { Engine } from '@iklab/core/engine';
import { makeStudyManifest, type Study } from '@iklab/study/document';
import { rowsCsv, StudyRows } from '@iklab/study/rows';
import { makeProblemSlices, StudySolver, WHOLE_STUDY_SHARD } from '@iklab/study/tasks';

/** Returns the rows of a study as CSV, computed in Node. */
export function computeStudyCsv(engine: Engine, study: Study): string {
  const rows = new StudyRows(study);
  const solver = new StudySolver(engine, study);
  for (const slice of makeProblemSlices(study)) rows.add(slice, solver.solve(slice));
  solver.close();
  const manifest = makeStudyManifest(study, WHOLE_STUDY_SHARD, engine.catalogue);
  const chunks = (cell: number) => [{ first: 0, rows: rows.cellRows(cell) }];
  return [...rowsCsv({ manifest, study, count: study.count, chunks })].join('');
}
