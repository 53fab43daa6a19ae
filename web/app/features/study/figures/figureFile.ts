/** Exports a figure of the page as a file, with computed styles as attributes. */
import { toRgbColor } from '@iklab/scene/chart';

const STYLE_PROPERTIES = [
  ...['color', 'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray'],
  ...[
    'stroke-linejoin',
    'stroke-linecap',
    'stroke-opacity',
    'opacity',
    'font-family',
    'font-size',
    'font-weight',
  ],
];

/**
 * Calls `read` while an element has the light theme. The synchronous call prevents painting in the
 * light theme.
 */
export function withLightTheme<T>({ dataset }: HTMLElement, read: () => T): T {
  const before = dataset.theme;
  dataset.theme = 'light';
  try {
    return read();
  } finally {
    if (before === undefined) delete dataset.theme;
    else dataset.theme = before;
  }
}

export const figureSvgText = (figure: SVGSVGElement, root: HTMLElement): string =>
  withLightTheme(root, () => serialize(figure));

function serialize(figure: SVGSVGElement): string {
  const copy = figure.cloneNode(true) as SVGSVGElement;
  const [from, to] = [figure, copy].map((each) => [...each.querySelectorAll<SVGElement>('*')]);
  to?.forEach((element, i) => {
    const style = getComputedStyle(from?.[i] as Element);
    for (const name of STYLE_PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (value !== '') element.setAttribute(name, toRgbColor(value));
    }
    element.removeAttribute('class');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.removeAttribute('class');
  return new XMLSerializer().serializeToString(copy);
}

const PIXEL_RATIO = 2; // Pixels of the file per pixel of the page.

export async function figurePngBlob(figure: SVGSVGElement, root: HTMLElement): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(figureSvgText(figure, root))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  const { width, height } = figure.getBoundingClientRect();
  canvas.width = PIXEL_RATIO * width;
  canvas.height = PIXEL_RATIO * height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image was created')))),
  );
}
