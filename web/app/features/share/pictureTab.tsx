import { bytesText } from '@iklab/core/format';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { downloadBlob, toFileName } from '../../ui/downloadBlob.ts';
import { Icon } from '../../ui/icon.tsx';
import { SegmentedControl } from '../../ui/segmentedControl.tsx';
import { toPngBlob } from '../../ui/toPngBlob.ts';
import { GIF_FRAME_TIME } from './encodeGif.ts';
import css from './pictureTab.module.css';

const SCALES = ['1', '2', '4'] as const;
const WIDTHS = ['480', '960'] as const;

export function PictureTab({ page }: { page: Page }) {
  const [scale, enlarge] = useState<(typeof SCALES)[number]>('2');
  const [width, widen] = useState<(typeof WIDTHS)[number]>('480');
  const [names, name] = useState(true);
  const [message, setMessage] = useState('');
  const [busy, work] = useState(false);
  const [filmed, film] = useState(false);
  const mounted = useRef(true);
  useEffect(() => {
    canRecordVideo()
      .then(film)
      .catch(() => {}); // No film if the browser cannot encode one.
  }, []);
  useEffect(
    () => () => {
      mounted.current = false;
    },
    [],
  );
  const file = toFileName(page.doc.editor.scenario.value.name);
  const size = page.pictureSize();
  const pixels = (length: number) => Math.floor(Number(scale) * length).toLocaleString('en');
  const runAndReport = async (act: () => Promise<string>): Promise<void> => {
    work(true);
    setMessage('');
    try {
      setMessage(await act());
    } catch (error) {
      setMessage(`Not saved: ${error instanceof Error ? error.message : String(error)}`);
    }
    work(false);
  };
  const savePicture = async (): Promise<string> => {
    const picture = await toPngBlob(await page.takePicture({ scale: Number(scale), names }));
    downloadBlob(picture, `${file}.png`);
    return `${bytesText(picture.size)}.`;
  };
  const charts = async (): Promise<string> => {
    const { chartsSvg } = await import('@iklab/scene/chartsSvg');
    const { name } = page.doc.editor.scenario.peek();
    const text = chartsSvg(page.chartDrawings(), name, textMeasure());
    if (text === null) throw new Error('no chart has data yet');
    const picture = new Blob([text], { type: 'image/svg+xml' });
    downloadBlob(picture, `${file}-charts.svg`);
    return `${bytesText(picture.size)}.`;
  };
  const moving = (form: 'gif' | 'webm') => async (): Promise<string> => {
    const { recordGif, recordWebm } = await import('./recordGif.ts');
    const wish = {
      width: Number(width),
      names,
      onProgress: setMessage,
      isWanted: () => mounted.current,
    };
    const made = await (form === 'gif' ? recordGif(page, wish) : recordWebm(page, wish));
    if (!made) return '';
    const type = form === 'gif' ? 'image/gif' : 'video/webm';
    downloadBlob(new Blob([made.bytes], { type }), `${file}.${form}`);
    return `${made.count} frames, ${bytesText(made.bytes.length)}.`;
  };
  return (
    <div class={css.picture}>
      <label>
        <input type="checkbox" checked={names} onChange={() => name(!names)} /> Include method names
      </label>
      <section>
        <h3>Current view</h3>
        <p class={css.row}>
          <SegmentedControl
            name="Size"
            value={scale}
            options={SCALES.map((each) => [each, `${each}×`] as const)}
            choose={enlarge}
          />
          <span>
            {pixels(size.width)} × {pixels(size.height)} pixels
          </span>
          <button
            type="button"
            class="button primary"
            disabled={busy}
            onClick={() => runAndReport(savePicture)}
          >
            <Icon name="save" />
            Save as PNG
          </button>
        </p>
      </section>
      <section>
        <h3>Looping animation up to this moment</h3>
        <p class={css.row}>
          <SegmentedControl
            name="Width"
            value={width}
            options={WIDTHS.map((each) => [each, `${each} wide`] as const)}
            choose={widen}
          />
          <span>at most 40 frames, {GIF_FRAME_TIME / 1000} s each</span>
          <span class={css.forms}>
            <button
              type="button"
              class="button"
              disabled={busy}
              onClick={() => runAndReport(moving('gif'))}
            >
              <Icon name="save" />
              Save as GIF
            </button>
            {filmed && (
              <button
                type="button"
                class="button"
                disabled={busy}
                onClick={() => runAndReport(moving('webm'))}
              >
                <Icon name="save" />
                Save as WebM
              </button>
            )}
          </span>
        </p>
      </section>
      {page.chartDrawings().length > 0 && (
        <section>
          <h3>Charts</h3>
          <p class={css.row}>
            <span>current charts as vector graphics</span>
            <button
              type="button"
              class="button"
              disabled={busy}
              onClick={() => runAndReport(charts)}
            >
              <Icon name="save" />
              Save as SVG
            </button>
          </p>
        </section>
      )}
      <p role="status" class={css.said}>
        {message}
      </p>
    </div>
  );
}

function textMeasure(): (text: string, font: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  return (text, font) => {
    if (!context) return 0;
    context.font = font;
    return context.measureText(text).width;
  };
}

async function canRecordVideo(): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined' || typeof VideoFrame === 'undefined') return false;
  const config = { codec: 'vp8', width: 480, height: 300 };
  return (await VideoEncoder.isConfigSupported(config)).supported === true;
}
