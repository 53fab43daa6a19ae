import type { AnyStudy } from '@iklab/study';
import { isBrought, type Manifest, type TaskRun } from '@iklab/study';
import { useMemo } from 'preact/hooks';
import type { Page } from '../../page.ts';
import css from './openedFile.module.css';

interface FileProps {
  readonly page: Page;
  readonly file: {
    readonly name: string;
    readonly study: AnyStudy;
    readonly manifest: Manifest;
    readonly summed: boolean | null;
  };
  readonly words?: string;
  /** The run that repeats its methods; null if there is none. */
  readonly again: TaskRun | null;
  readonly runAgain: () => void;
  readonly close: () => void;
  /** Says whether the methods give the same results here. */
  readonly compared: (again: TaskRun) => string;
}

/** Shown instead of the form: the source of the rows and the actions for them. */
export function OpenedFile({ page, file, words, again, runAgain, close, compared }: FileProps) {
  const { study, manifest, name, summed } = file;
  const { build } = page.doc.catalogue;
  const ours = study.cells.some((cell) => !isBrought(cell));
  const same = manifest.build === build;
  return (
    <section class={css.opened} aria-label="Opened from a file">
      <p>
        <b>{name}</b> of study {manifest.study}, seed {manifest.seed}, made by IK Lab{' '}
        {manifest.version}, build {manifest.build}.{summed === null ? '' : ' Checksum verified.'}{' '}
        Viewing only: nothing is recomputed or stored. After a reload, open the file again.
      </p>
      {words && <p class="small">{words}</p>}
      <div class={css.openedActs}>
        {ours && same && again === null && (
          <button type="button" class="button" onClick={runAgain}>
            Recompute and compare
          </button>
        )}
        <button type="button" class="button" onClick={close}>
          Close the file
        </button>
      </div>
      {ours && !same && (
        <p class="small">
          Made by build {manifest.build}, this is {build}. Recomputed rows may differ in their last
          digits, so they are not compared.
        </p>
      )}
      {again?.state === 'done' && <Compared {...{ again, file, compared }} />}
    </section>
  );
}

function Compared({
  again,
  file,
  compared,
}: Pick<FileProps, 'file' | 'compared'> & { readonly again: TaskRun }) {
  const said = useMemo(() => compared(again), [again, file]);
  return (
    <p class={css.openedSame} role="status">
      {said}
    </p>
  );
}
