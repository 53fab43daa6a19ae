import { publishedTables } from '@iklab/study';
import { pageAddress } from 'iklab/document';
import { useEffect } from 'preact/hooks';
import type { Page } from '../page.ts';
import './studies.css';
import { useAddressed } from './addressedStudy.ts';
import './dataTable.css';
import './studyList.css';
import './studyRuns.css';
import { BenchmarkPage } from './benchmark/benchmarkPage.tsx';
import { shown } from './benchmark/benchmarkState.ts';
import { MapPage } from './maps/mapPage.tsx';
import { PapersPage } from './papersPage.tsx';
import { studyDesk } from './studyDesk.ts';
import { StudyList } from './studyList.tsx';
import { StudyRuns } from './studyRuns.tsx';
import { SweepPage } from './sweeps/sweepPage.tsx';
import { shownSweep } from './sweeps/sweepState.ts';
import { TablePage } from './tablePage.tsx';
import { ofBuild, restoreTables, runOf } from './tableRuns.ts';

/** Pages of studies of one's own. */
const OWN = [
  {
    id: 'benchmark',
    title: 'Benchmark',
    Page: BenchmarkPage,
    /** Shown there, and so not beside it. */
    run: () => shown.value?.run ?? null,
  },
  {
    id: 'map',
    title: 'Map',
    Page: MapPage,
    run: () => null,
  },
  {
    id: 'sweep',
    title: 'Sweep',
    Page: SweepPage,
    run: () => shownSweep.value?.run ?? null,
  },
] as const;

/** Published tables made anew, and studies of one's own; `id`: which is open. */
export function StudiesPage({ page, id }: { readonly page: Page; readonly id: string }) {
  ofBuild(page.desk.catalogue.build);
  studyDesk().turn.value;
  useEffect(() => {
    restoreTables(publishedTables);
  }, []);
  const table = publishedTables.find((each) => each.id === id);
  const addressed = useAddressed(page, id);
  const reading = addressed === 'reading';
  const own = OWN.find((each) => each.id === (addressed ?? id));
  useEffect(() => {
    document.title = `${own?.title ?? table?.title ?? 'How well do the papers come out?'} · Studies · IK Lab`;
  }, [id, own]);
  const known = own || table || reading || id === '' || id === 'papers';
  return (
    <div class="studies-three" data-open={id !== ''}>
      <StudyList open={own?.id ?? table?.id ?? (reading ? '' : 'papers')} />
      <article class="study" key={id}>
        <a class="back" href={pageAddress('studies')}>
          ‹ All studies
        </a>
        {!known && (
          <p class="unknown" role="alert">
            There is no study “{id.slice(0, 40)}”.
          </p>
        )}
        {reading ? (
          <p class="small">Reading the study.</p>
        ) : own ? (
          <own.Page page={page} id={id} />
        ) : table ? (
          <TablePage page={page} table={table} />
        ) : (
          <PapersPage page={page} />
        )}
      </article>
      <StudyRuns shown={own ? own.run() : table ? runOf(table) : null} />
    </div>
  );
}
