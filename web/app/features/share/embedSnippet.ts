import type { Scene, Viewpoint } from '@iklab/core/scenario';
import { makeEmbedAddress } from '@iklab/element';
import { type DrawingSize, drawStartPose, svgDataUrl } from '@iklab/run/drawing/lineDrawing';

export const EMBED_SIZES = ['column', '640 × 400', '16 : 9'] as const;
export type EmbedSize = (typeof EMBED_SIZES)[number];

export const EMBED_START_MODES = ['picture', 'paused', 'playing'] as const;
export type EmbedStartMode = (typeof EMBED_START_MODES)[number];

export interface EmbedChoice {
  /** Address of the full page, without the run's fragment `fragment`. */
  readonly base: string;
  readonly fragment: string;
  readonly name: string;
  readonly size: EmbedSize;
  readonly ui: readonly string[];
  readonly hide: readonly string[];
  readonly starts: EmbedStartMode;
  readonly theme: 'auto' | 'light' | 'dark';
  /** Address of a preview image; '' for none. Shown before the run starts and without scripts. */
  readonly poster: string;
  readonly asIframe: boolean;
}

const STYLES: Readonly<Record<EmbedSize, string>> = {
  column: '',
  '640 × 400': 'width: 640px; height: 400px',
  '16 : 9': 'aspect-ratio: 16 / 9',
};

const BOXES: Readonly<Record<EmbedSize, DrawingSize>> = {
  column: { width: 640, height: 400 },
  '640 × 400': { width: 640, height: 400 },
  '16 : 9': { width: 640, height: 360 },
};

export const embedPosterUrl = (scene: Scene, sight: Viewpoint | null, size: EmbedSize): string =>
  svgDataUrl(drawStartPose(scene, sight, BOXES[size]));

export const embedFrameUrl = ({ base, fragment, ui, hide, theme, starts }: EmbedChoice): string => {
  const page = new URL(base);
  page.hash = fragment;
  return makeEmbedAddress(page, {
    ui: ui.join(),
    hide: hide.join(),
    theme: theme === 'auto' ? null : theme,
    scale: null,
    paused: starts !== 'playing',
    origin: '',
  }).href;
};

export function embedSnippet(choice: EmbedChoice): string {
  const { base, fragment, name, size, ui, hide, starts, theme, poster, asIframe: asFrame } = choice;
  const link = escapeHtml(base + fragment);
  const words = `${escapeHtml(name)}, a run in IK Lab`;
  const style = STYLES[size];
  if (asFrame) {
    const box = style || 'width: 100%; aspect-ratio: 16 / 10';
    return `<iframe src="${escapeHtml(embedFrameUrl(choice))}" title="${escapeHtml(name)}" loading="lazy"
  style="border: 0; ${box}" allow="fullscreen; clipboard-write"></iframe>`;
  }
  const pairs = [
    ['src', base + fragment],
    ['ui', ui.join()],
    ['hide', hide.join()],
    ['theme', theme === 'auto' ? '' : theme],
    ['loading', starts === 'picture' ? 'click' : ''],
    ['label', name],
    ['style', style],
  ].filter(([, value]) => value !== '');
  const attributes = pairs.map(([key = '', value = '']) => `${key}="${escapeHtml(value)}"`);
  if (starts === 'paused') attributes.push('paused');
  return `<script type="module" src="${escapeHtml(new URL('ik-lab.js', base).href)}"></script>
<ik-lab ${attributes.join('\n        ')}>
  <a href="${link}">${poster ? imgTag(poster, words, BOXES[size]) : words}</a>
</ik-lab>`;
}

// A child instead of an attribute, so that it is shown before the script runs and if it never runs.
const imgTag = (address: string, alt: string, { width, height }: DrawingSize): string =>
  `<img alt="${alt}" width="${width}" height="${height}"
    style="width: 100%; height: 100%; object-fit: contain"
    src="${escapeHtml(address)}">`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
