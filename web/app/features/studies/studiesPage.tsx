import { pageAddress } from '@iklab/core/document';
import type { TaskRun } from '@iklab/study/tasks';
import { useEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { useAutomaticTables } from '../papers/autoStart.ts';
import { papersKind } from '../papers/papersKind.tsx';
import { publishedState } from '../papers/publishedState.ts';
import { ExportMenu } from '../study/exportMenu.tsx';
import css from '../study/studies.module.css';
import type { StudyKind, StudyProps } from '../study/studyKind.ts';
import { RunNotes, StudyRunProgress, StudyRuns } from '../study/studyRuns.tsx';
import { useStudyAddress, useStudyFromUrl } from './studyFromUrl.ts';
import { publishedStudies, sceneStudies } from './studyKinds.ts';
import { StudyList } from './studyList.tsx';
import '../study/studyRuns.module.css';
import '../study/dataTable.module.css';
import './studyList.module.css';

/**
 * Page with the list of studies and the open study; `id` is the open study's part of the address.
 */
export function StudiesPage({ page, id }: { readonly page: Page; readonly id: string }) {
  useEffect(() => {
    publishedState(page).restore();
  }, []);
  const fromUrl = useStudyFromUrl(page, id);
  const reading = fromUrl === 'reading';
  const urlForm = reading ? null : fromUrl;
  const match =
    urlForm?.kind ??
    [...sceneStudies, ...publishedStudies].find((each) => each.id === (id || papersKind.id));
  const kind = match ?? papersKind;
  useAutomaticTables(page, kind === papersKind && !reading);
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
        {!match && !reading && (
          <p class={css.unknown} role="alert">
            Unknown study “{id.slice(0, 40)}”.
          </p>
        )}
        {reading ? (
          <p class="small">Loading the study…</p>
        ) : (
          <Study key={kind.id} {...{ page, kind }} studyFromUrl={urlForm?.study ?? null} />
        )}
      </article>
      <StudyRuns page={page} shownElsewhere={reading ? [] : runsShown(page, kind)} />
    </div>
  );
}

function runsShown(page: Page, kind: StudyKind): readonly TaskRun[] {
  return [...publishedState(page).runs, kind.run?.(page) ?? []].flat();
}

function Study({ kind, ...props }: StudyProps & { readonly kind: StudyKind }) {
  const { page } = props;
  const { heading, about, Acts, Form, Figures } = kind;
  const run = kind.run?.(page);
  const exportable = kind.makeExport?.(page);
  useStudyAddress(page, kind);
  return (
    <>
      <header class={css.studyHead}>
        <div>
          <h1>{heading}</h1>
          {about(page)}
        </div>
        {exportable && (
          <div class={css.studyActs}>
            {Acts && <Acts {...props} />}
            <ExportMenu page={page} getExport={() => kind.makeExport?.(page) ?? exportable} />
          </div>
        )}
      </header>
      {Form && <Form {...props} />}
      {run &&
        (run.state === 'done' ? <RunNotes run={run} /> : <StudyRunProgress {...{ page, run }} />)}
      <Figures {...props} />
    </>
  );
}
