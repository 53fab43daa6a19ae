/** A figure of the page as a file: what the style sheet gives it is written into it. */
const KEPT = [
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

/** As text, on the ground that it has on the page. */
export function svgText(figure: SVGSVGElement): string {
  const copy = figure.cloneNode(true) as SVGSVGElement;
  const [from, to] = [figure, copy].map((each) => [...each.querySelectorAll<SVGElement>('*')]);
  to?.forEach((element, i) => {
    const look = getComputedStyle(from?.[i] as Element);
    for (const name of KEPT) {
      const value = look.getPropertyValue(name);
      if (value !== '') element.setAttribute(name, plainColour(value));
    }
    element.removeAttribute('class');
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.removeAttribute('class');
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** Mixed colours as programs that draw SVG know them. */
const plainColour = (value: string): string =>
  value.replace(
    /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)\)$/,
    (_, ...parts: string[]) =>
      `rgb(${parts
        .slice(0, 3)
        .map((part) => Math.round(255 * Number(part)))
        .join(', ')})`,
  );

const FINE = 2; // pixels of the file for one of the page

export async function pngOf(figure: SVGSVGElement): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(figure))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = FINE * figure.clientWidth;
  canvas.height = FINE * figure.clientHeight;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture came')))),
  );
}
