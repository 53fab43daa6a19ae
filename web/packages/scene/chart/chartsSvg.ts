import type { ExportedChart } from './chart.ts';
import { escapedXml, formatSvgCoordinate, SvgContext } from './svgContext.ts';
import { toRgbColor } from './toRgbColor.ts';

const TITLE_HEIGHT = 28; // Height of a chart's title area, px.
const GAP = 24;
const TITLE_SIZE = 13; // Font size of the title, px.

/**
 * Writes charts as SVG; null if all are empty. `measure` returns the width of a text in a CSS font,
 * px.
 */
export function chartsSvg(
  charts: readonly ExportedChart[],
  title: string,
  measure: (text: string, font: string) => number,
): string | null {
  let left = GAP;
  const drawn = charts.flatMap((chart, i) => {
    const context = new SvgContext(`clip-${i + 1}`, measure);
    const description = chart.draw(context);
    if (description === null) return [];
    const part = chartGroup(chart, left, description, context.elements);
    left += chart.width + GAP;
    return [part];
  });
  const [first] = charts;
  if (!first || drawn.length === 0) return null;
  const { surface, family } = first.theme;
  const height = Math.max(...charts.map((chart) => chart.height)) + TITLE_HEIGHT + GAP;
  const [wide, high] = [formatSvgCoordinate(left), formatSvgCoordinate(height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="${escapedXml(family)}">
<title>${escapedXml(title)}</title>
<rect width="${wide}" height="${high}" fill="${escapedXml(toRgbColor(surface))}"/>
${drawn.join('\n')}
</svg>
`;
}

function chartGroup(
  chart: ExportedChart,
  left: number,
  description: string,
  elements: string,
): string {
  const { title, note, theme } = chart;
  const titleSpan = `<tspan font-weight="600">${escapedXml(title)}</tspan>`;
  const more = `<tspan dx="8" fill="${escapedXml(toRgbColor(theme.faint))}">${escapedXml(note)}</tspan>`;
  return `<g transform="translate(${formatSvgCoordinate(left)} ${TITLE_HEIGHT})">
<desc>${escapedXml(description)}</desc>
<text y="${formatSvgCoordinate(-TITLE_HEIGHT / 2 + 6)}" font-size="${TITLE_SIZE}" fill="${escapedXml(toRgbColor(theme.ink))}">${titleSpan}${note && more}</text>
${elements}
</g>`;
}
