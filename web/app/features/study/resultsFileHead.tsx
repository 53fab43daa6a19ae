import { isExternalSolverCell, type StudyManifest } from '@iklab/study/document';
import type { AnyStudy } from '@iklab/study/follow';
import type { TaskRun } from '@iklab/study/tasks';
import { useMemo } from 'preact/hooks';
import type { Page } from '../../page.ts';
import css from './resultsFileHead.module.css';

interface FileProps {
  readonly page: Page;
  readonly file: {
    readonly name: string;
    readonly study: AnyStudy;
    readonly manifest: StudyManifest;
    readonly summed: boolean | null;
  };
  readonly words?: string;
  readonly rerun: TaskRun | null;
  readonly startRerun: () => void;
  readonly close: () => void;
  readonly compared: (rerun: TaskRun) => string;
}

export function ResultsFileHead({
  page,
  file,
  words,
  rerun,
  startRerun: runAgain,
  close,
  compared,
}: FileProps) {
  const { study, manifest, name, summed } = file;
  const { build } = page.doc.catalogue;
  const ours = study.cells.some((cell) => !isExternalSolverCell(cell));
  const sameBuild = manifest.build === build;
  return (
    <section class={css.opened} aria-label="Opened from a file">
      <p>
        <b>{name}</b> of study {manifest.study}, seed {manifest.seed}, made by IK Lab{' '}
        {manifest.version}, build {manifest.build}.{summed === null ? '' : ' Checksum verified.'}{' '}
        Viewing only: nothing is recomputed or stored. After a reload, open the file again.
      </p>
      {words && <p class="small">{words}</p>}
      <div class={css.openedActs}>
        {ours && sameBuild && rerun === null && (
          <button type="button" class="button" onClick={runAgain}>
            Recompute and compare
          </button>
        )}
        <button type="button" class="button" onClick={close}>
          Close the file
        </button>
      </div>
      {ours && !sameBuild && (
        <p class="small">
          Made by build {manifest.build}, this is {build}. Recomputed rows may differ in their last
          digits, so they are not compared.
        </p>
      )}
      {rerun?.state === 'done' && <Comparison {...{ rerun, file, compared }} />}
    </section>
  );
}

function Comparison({
  rerun,
  file,
  compared,
}: Pick<FileProps, 'file' | 'compared'> & { readonly rerun: TaskRun }) {
  const message = useMemo(() => compared(rerun), [rerun, file]);
  return (
    <p class={css.openedSame} role="status">
      {message}
    </p>
  );
}
