import { hasStationaryTargets } from '@iklab/core/engine';
import { compactDocument, resolveScenario } from '@iklab/core/scenario';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { downloadBlob, toFileName } from '../../ui/downloadBlob.ts';
import { Icon } from '../../ui/icon.tsx';
import { pageProvenance } from '../study/figures/studyFiles.ts';
import { makeRunFile, RUN_FILE_FORMATS, type RunFileFormat } from './makeRunFile.ts';
import css from './shareDialog.module.css';

const FORMS: Readonly<Record<RunFileFormat, { name: string; type: string }>> = {
  csv: { name: 'CSV', type: 'text/csv' },
  jsonl: { name: 'JSON lines', type: 'application/jsonl' },
  npz: { name: 'NPZ', type: 'application/zip' },
};

export function RunNumbersExport({ page }: { page: Page }) {
  const { doc } = page;
  const scenario = doc.editor.scenario.value;
  const [message, setMessage] = useState('');
  const mounted = useRef(true);
  useEffect(
    () => () => {
      mounted.current = false;
    },
    [],
  );
  const ends = scenario.run.mode === 'converge' && hasStationaryTargets(resolveScenario(scenario));
  const made = doc.session.value?.instances.flatMap(({ externalPanel, updates }) =>
    externalPanel ? [] : [updates.value],
  );
  const updates = ends ? null : Math.max(1, ...(made ?? []));
  const save = async (form: RunFileFormat): Promise<void> => {
    setMessage('');
    const manifest = {
      ...pageProvenance(page),
      updates,
      document: compactDocument(scenario, doc.catalogue),
    };
    try {
      const request = { scenario, engine: doc.engine, updates, manifest };
      // Only the complete module finds causes.
      if (!(await doc.loadPart(doc.engine.loadFullModule().then(() => true)))) return;
      const made = await makeRunFile(form, request, () => mounted.current);
      if (made === null) return;
      const file = new Blob([made], { type: FORMS[form].type });
      downloadBlob(file, `${toFileName(scenario.name)}.${form}`);
    } catch (error) {
      setMessage(error instanceof Error ? `Not saved: ${error.message}` : String(error));
    }
  };
  const lengths = scenario.unit === 'none' ? 'the lengths of the scene' : 'metres';
  return (
    <section class={css.numbers}>
      <h3>Run data</h3>
      <p class={css.carried}>
        Every update of every method, from the start of the current scene{' '}
        {ends ? 'until the method stops' : `to update ${updates}`}: error, joint values, step, rank
        and singular values, in {lengths} and radians. Same output as{' '}
        <code>iklab run FILE{updates === null ? '' : ` --updates ${updates}`} --format csv</code>{' '}
        for this scene. NPZ contains NumPy arrays.
      </p>
      <p class={css.ways}>
        {RUN_FILE_FORMATS.map((form) => (
          <button key={form} type="button" class="button" onClick={() => save(form)}>
            <Icon name="save" />
            {FORMS[form].name}
          </button>
        ))}
      </p>
      {message && <p class="fault">{message}</p>}
    </section>
  );
}
