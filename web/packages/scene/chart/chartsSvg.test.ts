import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Chart, ExportedChart } from './chart.ts';
import { CHART_KINDS } from './chartKinds.ts';
import { chartsSvg } from './chartsSvg.ts';
import { SvgContext } from './svgContext.ts';
import { recordTestRun, TEST_CHART_THEME, TestCanvas } from './testCanvas.ts';

const engine = await testEngine();
// charts update in timers, and no timer may run after its lab is closed
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const measure = (text: string) => 6 * text.length;
const theme = {
  ...TEST_CHART_THEME,
  family: '"Source Sans", sans-serif',
  surface: 'color(srgb 1 0.5 0)',
};
const drawingOf = (chart: Chart, title: string): ExportedChart => ({
  ...{ title, note: 'by update', ...chart.size, theme },
  draw: (context) => chart.drawTo(context),
});

/**
 * Every element of an XML text, with unescaped attributes; throws if the text is not well-formed.
 */
function elementsOf(xml: string) {
  interface Element {
    readonly name: string;
    readonly attributes: Map<string, string>;
    text: string;
  }
  const open: Element[] = [];
  const found: Element[] = [];
  const plain = (text: string) => {
    if (/&(?!(?:amp|lt|gt|quot);)|</.test(text)) throw new Error(`not escaped: ${text}`);
    return text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  };
  const pattern = /([^<]*)<(\/?)([\w]+)((?:\s[\w-]+="[^"]*")*)\s*(\/?)>/gy;
  let end = 0;
  for (const [whole, before = '', ends, name = '', rest = '', empty] of xml.matchAll(pattern)) {
    end += whole.length;
    const [around] = open.slice(-1);
    if (around) around.text += plain(before);
    if (ends) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> ends nothing`);
      continue;
    }
    const pairs = [...rest.matchAll(/\s([\w-]+)="([^"]*)"/g)];
    const attributes = new Map(pairs.map(([, key = '', value = '']) => [key, plain(value)]));
    const element = { name, attributes, text: '' };
    found.push(element);
    if (!empty) open.push(element);
  }
  if (open.length > 0 || xml.slice(end).trim() !== '') throw new Error(`left: ${xml.slice(end)}`);
  return found;
}

const pointsOf = (path = ''): [number, number][] =>
  [...path.matchAll(/[ML]([-\d.]+),([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

/** Converts a position along an axis to a value, from two labels of the axis. */
function reading(texts: ReturnType<typeof elementsOf>, axis: 'x' | 'y', named: [string, number][]) {
  const at = (name: string) =>
    Number(texts.find(({ text }) => text === name)?.attributes.get(axis) ?? Number.NaN);
  const [[a, from], [b, to]] = named as [[string, number], [string, number]];
  return (place: number) => from + ((place - at(a)) * (to - from)) / (at(b) - at(a));
}

test('the points of the curves are the errors of the run, read by the axis labels', () => {
  const scene = makePresetTestScene('double-y', engine);
  const { lab, parts, states } = recordTestRun(engine, scene, 40);
  const canvas = new TestCanvas();
  const chart = CHART_KINDS[0]?.make(canvas.host, parts) as Chart;
  chart.update([true, true, true, true]);
  const svg = chartsSvg([drawingOf(chart, 'Error')], 'Double Y', measure) ?? '';
  const all = elementsOf(svg);
  const texts = all.filter(({ name }) => name === 'text');
  const update = reading(texts, 'x', [
    ['0', 0],
    ['20', 20],
  ]);
  // labels are centred on the line that they name
  const middle = (y: number) => y + 0.35 * 11;
  const power = reading(texts, 'y', [
    ['1 m', 0],
    ['10 cm', -1],
  ]);
  scene.scenario.methods.forEach(({ slot, label }, panel) => {
    const curves = all.filter(
      ({ attributes }) =>
        attributes.get('stroke') === `slot ${slot}` && attributes.get('stroke-width') === '1.75',
    );
    expect(curves.length, label).toBe(1);
    const points = pointsOf(curves[0]?.attributes.get('d'));
    expect(points.length).toBe(41);
    points.forEach(([x, y], entry) => {
      expect(update(x)).toBeCloseTo(entry, 1);
      expect(power(middle(y))).toBeCloseTo(Math.log10(states[entry]?.[panel]?.error ?? 0), 2);
    });
  });
  lab.close();
});

test('every kind of chart is well-formed XML with its labels as text, placed side by side', () => {
  const scene = makePresetTestScene('human-arm-limits', engine);
  const { lab, parts } = recordTestRun(engine, scene, 20);
  const canvas = new TestCanvas();
  const charts = CHART_KINDS.map((kind) => {
    const chart = kind.make(canvas.host, parts);
    chart.update(scene.scenario.methods.map(() => true));
    return drawingOf(chart, kind.title);
  });
  const svg = chartsSvg(charts, 'A & B < C', measure) ?? '';
  const all = elementsOf(svg);
  expect(all.find(({ name }) => name === 'title')?.text).toBe('A & B < C');
  expect(all[0]?.attributes.get('font-family')).toBe('"Source Sans", sans-serif');
  expect(all.find(({ name }) => name === 'rect')?.attributes.get('fill')).toBe('rgb(255, 128, 0)');
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  const places = all.flatMap(({ attributes }) => {
    const [, x] = /^translate\(([\d.]+) /.exec(attributes.get('transform') ?? '') ?? [];
    return x === undefined ? [] : [Number(x)];
  });
  expect(places).toEqual(places.map((_, i) => 24 + i * (400 + 24)));
  const titles = all.filter(({ name }) => name === 'tspan').map(({ text }) => text);
  for (const { title } of charts.slice(0, 3)) expect(titles).toContain(title);
  const ids = all.flatMap(({ name, attributes }) =>
    name === 'clipPath' ? [attributes.get('id')] : [],
  );
  expect(new Set(ids).size).toBe(ids.length);
  lab.close();
});

test('charts without content give no picture', () => {
  expect(chartsSvg([], 'Y', measure)).toBeNull();
  const empty = { title: '', note: '', width: 1, height: 1, theme, draw: () => null };
  expect(chartsSvg([empty], 'Y', measure)).toBeNull();
});

test('clipping ends with its group, restore resets styles, and outlined text is one element', () => {
  const context = new SvgContext('c', measure);
  context.fillStyle = 'red';
  context.save();
  context.beginPath();
  context.rect(1, 2, 3, 4);
  context.clip();
  context.fillStyle = 'blue';
  context.fillRect(0, 0, 9, 9);
  context.restore();
  context.font = '700 11px sans';
  context.textAlign = 'right';
  context.strokeStyle = 'white';
  context.lineWidth = 3;
  context.strokeText();
  context.fillText('<b> \u0001', 5, 5);
  expect(context.elements).toBe(
    [
      '<clipPath id="c-1"><path d="M1,2h3v4h-3Z"/></clipPath>',
      '<g clip-path="url(#c-1)">',
      '<path d="M0,0h9v9h-9Z" fill="blue"/>',
      '</g>',
      '<text x="5" y="8.85" text-anchor="end" font-size="11" font-weight="700" fill="red" stroke="white" stroke-width="3" stroke-linejoin="miter" paint-order="stroke">&lt;b> �</text>',
    ].join('\n'),
  );
});
