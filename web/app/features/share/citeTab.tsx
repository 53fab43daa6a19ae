import { encodeViewLink } from '@iklab/core/document';
import { withCardTexts } from '@iklab/core/engine';
import {
  citationText,
  distinctPaperReferences,
  listMethodPapers,
} from '@iklab/core/scenario/methods';
import { studyBibtex } from '@iklab/study/document';
import { papersInNote } from '@iklab/study/published';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { CopyButton } from '../../ui/copyButton.tsx';
import { pageProvenance } from '../study/figures/studyFiles.ts';
import { currentViewSettings } from './currentViewSettings.ts';
import css from './shareDialog.module.css';
import { useReplayHash } from './useReplayHash.ts';

export function CiteTab({ page }: { page: Page }) {
  const { catalogue, editor } = page.doc;
  const { methods, name, note } = editor.scenario.value;
  const [link, find] = useState('');
  const hash = useReplayHash(page);
  useEffect(() => {
    let wanted = true;
    // A run that is too large for a link is cited without one.
    encodeViewLink(editor.scenario.peek(), currentViewSettings(page), [], catalogue).then(
      (fragment) => wanted && find(`${page.scope.services.address.base}${fragment}`),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, []);
  const papers = distinctPaperReferences([
    ...papersInNote(note),
    ...methods.flatMap((method) => listMethodPapers(method, withCardTexts(catalogue))),
  ]);
  const manifest = pageProvenance(page);
  const title = name || 'An inverse-kinematics run';
  const entries = studyBibtex(
    papers,
    { title, note: hash ? `Replay hash ${hash}` : '', link },
    manifest,
  );
  const { program, version, build } = manifest;
  const run = `${title}. ${program} ${version}, build ${build}. ${link}`.trim();
  const text = [...papers.map(citationText), run].join('\n');
  return (
    <>
      <textarea class={css.bibtex} aria-label="BibTeX" readOnly rows={14} value={entries} />
      {note && (
        <p class={css.carried}>
          <b>Note of the scene</b>, which may name the source and licence of its data: {note}
        </p>
      )}
      <p class={css.ways}>
        <CopyButton class="button primary" name="Copy BibTeX" text={async () => entries} />
        <CopyButton class="button" name="Copy as text" text={async () => text} />
      </p>
    </>
  );
}
