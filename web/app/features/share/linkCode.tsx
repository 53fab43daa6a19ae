import type { Page } from '../../page.ts';
import { download, savedName } from '../../ui/saveFile.ts';
import { cameraCode, codeFile, MOST_IN_CODE } from './cameraCode.ts';
import css from './linkCode.module.css';

/** Modules from side to side up to which any camera reads it off a screen. */
const EASY = 101;

/** A link as a code that a camera reads: dark on light in both themes, as readers expect. */
export function LinkCode({ page, link }: { page: Page; link: string }) {
  const code = cameraCode(link);
  if (!code)
    return (
      <p class={css.fine}>
        A link of more than {MOST_IN_CODE.toLocaleString('en')} characters fits no code for cameras.
      </p>
    );
  const save = () => {
    const { name } = page.doc.editor.scenario.peek();
    const file = new Blob([codeFile(code)], { type: 'image/svg+xml' });
    download(file, `${savedName(name)}-link.svg`);
  };
  return (
    <figure class={css.camera}>
      <svg viewBox={code.box} role="img" aria-label="The link as a code for cameras">
        <path d={code.path} shape-rendering="crispEdges" />
      </svg>
      <figcaption>
        For a phone, a slide, a sheet of paper: a camera opens the link.{' '}
        {code.size > EASY && 'A link of this length needs a large print. '}
        <button type="button" class="link" onClick={save}>
          Save it as SVG
        </button>
      </figcaption>
    </figure>
  );
}
