import type { TaskRun } from '@iklab/study';
import { pageAddress } from 'iklab/document';
import { useEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { papers } from '../papers/papersKind.tsx';
import { publishedOf } from '../papers/publishedState.ts';
import { useTablesByThemselves } from '../papers/startByItself.ts';
import { ExportMenu } from '../study/exportMenu.tsx';
import css from '../study/studies.module.css';
import type { StudyKind, StudyProps } from '../study/studyKind.ts';
import { Progress, RunNotes, StudyRuns } from '../study/studyRuns.tsx';
import { useAddressedStudy, useStudyAddress } from './addressedStudy.ts';
import { own, published } from './studyKinds.ts';
import { StudyList } from './studyList.tsx';
import '../study/studyRuns.module.css';
import '../study/dataTable.module.css';
import './studyList.module.css';

/** Recomputed published tables, and the visitor's studies. `id`: the open one. */
export function StudiesPage({ page, id }: { readonly page: Page; readonly id: string }) {
  useEffect(() => {
    publishedOf(page).restore();
  }, []);
  const addressed = useAddressedStudy(page, id);
  const reading = addressed === 'reading';
  const at = reading ? null : addressed;
  const known = at?.kind ?? [...own, ...published].find((each) => each.id === (id || papers.id));
  const kind = known ?? papers;
  useTablesByThemselves(page, kind === papers && !reading);
  useEffect(() => {
    page.scope.services.setTitle(`${kind.title} · Studies · IK Lab`);
  }, [id, kind]);
  return (
    <div class={css.studiesThree} data-open={id !== ''}>
      <StudyList page={page} open={reading ? '' : kind.id} />
      <article class={css.study} key={id}>
        <a class="back" href={pageAddress('studies')}>
          ‹ All studies
        </a>
        {!known && !reading && (
          <p class={css.unknown} role="alert">
            Unknown study “{id.slice(0, 40)}”.
          </p>
        )}
        {reading ? (
          <p class="small">Loading the study…</p>
        ) : (
          <Study key={kind.id} {...{ page, kind }} addressed={at?.study ?? null} />
        )}
      </article>
      <StudyRuns page={page} shown={reading ? [] : toldOf(page, kind)} />
    </div>
  );
}

function toldOf(page: Page, kind: StudyKind): readonly TaskRun[] {
  return [...publishedOf(page).runs, kind.run?.(page) ?? []].flat();
}

function Study({ kind, ...props }: StudyProps & { readonly kind: StudyKind }) {
  const { page } = props;
  const { heading, about, Acts, Form, Figures } = kind;
  const run = kind.run?.(page);
  const taken = kind.exported?.(page);
  useStudyAddress(page, kind);
  return (
    <>
      <header class={css.studyHead}>
        <div>
          <h1>{heading}</h1>
          {about(page)}
        </div>
        {taken && (
          <div class={css.studyActs}>
            {Acts && <Acts {...props} />}
            <ExportMenu page={page} what={() => kind.exported?.(page) ?? taken} />
          </div>
        )}
      </header>
      {Form && <Form {...props} />}
      {run && (run.state === 'done' ? <RunNotes run={run} /> : <Progress {...{ page, run }} />)}
      <Figures {...props} />
    </>
  );
}
