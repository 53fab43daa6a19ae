import { useEffect } from 'preact/hooks';
import { publishedTables } from '../../study/published/publishedTables.ts';
import type { Page } from '../page.ts';
import './studies.css';
import { PapersPage } from './papersPage.tsx';
import { StudyList } from './studyList.tsx';
import { StudyRuns } from './studyRuns.tsx';
import { TablePage } from './tablePage.tsx';

/** Published tables made anew, and studies of one's own; `id`: which is open. */
export function StudiesPage({ page, id }: { readonly page: Page; readonly id: string }) {
  const table = publishedTables.find((each) => each.id === id);
  useEffect(() => {
    document.title = `${table?.title ?? 'How well do the papers come out?'} · Studies · IK Lab`;
  }, [id]);
  const known = table || id === '' || id === 'papers';
  return (
    <div class="studies-three">
      <StudyList open={table?.id ?? 'papers'} />
      <article class="study" key={id}>
        {!known && (
          <p class="unknown" role="alert">
            There is no study “{id.slice(0, 40)}”.
          </p>
        )}
        {table ? <TablePage page={page} table={table} /> : <PapersPage page={page} />}
      </article>
      <StudyRuns />
    </div>
  );
}
