import type { Page } from '../../page.ts';
import { downloadBlob, toFileName } from '../../ui/downloadBlob.ts';
import css from './linkQrCode.module.css';
import { MAX_QR_TEXT_BYTES, makeQrCode, qrCodeSvg } from './qrCode.ts';
import shareCss from './shareDialog.module.css';

/** Maximum modules per side of a QR code that cameras read easily from a screen. */
const EASY_SIZE = 101;

/** Shows a link as a QR code, dark on light in both themes, because readers expect that. */
export function LinkQrCode({ page, link }: { page: Page; link: string }) {
  const code = makeQrCode(link);
  if (!code)
    return (
      <p class={`${shareCss.fine} fine-print`}>
        This link is too long for a QR code (maximum {MAX_QR_TEXT_BYTES.toLocaleString('en')}{' '}
        characters).
      </p>
    );
  const save = () => {
    const { name } = page.doc.editor.scenario.peek();
    const file = new Blob([qrCodeSvg(code)], { type: 'image/svg+xml' });
    downloadBlob(file, `${toFileName(name)}-link.svg`);
  };
  return (
    <figure class={css.camera}>
      <svg viewBox={code.box} role="img" aria-label="QR code">
        <path d={code.path} shape-rendering="crispEdges" />
      </svg>
      <figcaption>
        Scan it with a camera to open the link, for example from a slide or a printed page.{' '}
        {code.size > EASY_SIZE && 'A link of this length needs a large QR code. '}
        <button type="button" class="link" onClick={save}>
          Save as SVG
        </button>
      </figcaption>
    </figure>
  );
}
