import { pageAddress } from '@iklab/core/document';
import type { TaskRun } from '@iklab/study/tasks';
import { useEffect } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { papersStudyKind } from '../papers/papersStudyKind.tsx';
import { publishedResultsState } from '../papers/publishedResultsState.ts';
import { useAutomaticTableRuns } from '../papers/useAutomaticTableRuns.ts';
import { ExportMenu } from '../study/exportMenu.tsx';
import css from '../study/studies.module.css';
import type { StudyKind, StudyProps } from '../study/studyKind.ts';
import { StudyRunNotes, StudyRunProgress, UnfinishedStudyRuns } from '../study/studyRuns.tsx';
import { publishedStudyKinds, sceneStudyKinds } from './studyKinds.ts';
import { StudyList } from './studyList.tsx';
import { useStudyAddressUpdates, useStudyFromUrl } from './useStudyFromUrl.ts';
import '../study/studyRuns.module.css';
import '../study/dataTable.module.css';
import './studyList.module.css';

/** `id`: the open study's part of the address. */
export function StudiesPage({ page, id }: { readonly page: Page; readonly id: string }) {
  useEffect(() => {
    publishedResultsState(page).restore();
  }, []);
  const fromUrl = useStudyFromUrl(page, id);
  const reading = fromUrl === 'reading';
  const urlForm = reading ? null : fromUrl;
  const match =
    urlForm?.kind ??
    [...sceneStudyKinds, ...publishedStudyKinds].find(
      (each) => each.id === (id || papersStudyKind.id),
    );
  const kind = match ?? papersStudyKind;
  useAutomaticTableRuns(page, kind === papersStudyKind && !reading);
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
      <UnfinishedStudyRuns page={page} shownElsewhere={reading ? [] : runsShown(page, kind)} />
    </div>
  );
}

function runsShown(page: Page, kind: StudyKind): readonly TaskRun[] {
  return [...publishedResultsState(page).runs, kind.run?.(page) ?? []].flat();
}

function Study({ kind, ...props }: StudyProps & { readonly kind: StudyKind }) {
  const { page } = props;
  const { heading, about, Acts, Form, Figures } = kind;
  const run = kind.run?.(page);
  const exportable = kind.makeExport?.(page);
  useStudyAddressUpdates(page, kind);
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
        (run.state === 'done' ? (
          <StudyRunNotes run={run} />
        ) : (
          <StudyRunProgress {...{ page, run }} />
        ))}
      <Figures {...props} />
    </>
  );
}
