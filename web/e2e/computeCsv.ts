import type { Engine } from '@iklab/core/engine';
import { makeStudyManifest, type Study } from '@iklab/study/document';
import { rowsCsv, StudyRows } from '@iklab/study/rows';
import { makeSlices, StudySolver, WHOLE_STUDY } from '@iklab/study/tasks';

/** Returns the rows of a study as CSV, computed in Node. */
export function computeCsv(engine: Engine, study: Study): string {
  const rows = new StudyRows(study);
  const solver = new StudySolver(engine, study);
  for (const slice of makeSlices(study)) rows.add(slice, solver.solve(slice));
  solver.close();
  const manifest = makeStudyManifest(study, WHOLE_STUDY, engine.catalogue);
  const chunks = (cell: number) => [{ first: 0, rows: rows.cellRows(cell) }];
  return [...rowsCsv({ manifest, study, count: study.count, chunks })].join('');
}
