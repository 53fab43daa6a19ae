import type { Ref } from 'preact';
import type { Demo, Point } from '../session/demo.ts';

const REACH = 2.3; // m
const EDGE = 2.5;

/** An arm, its way and its target; `paint` moves them. */
export function Picture({ name, within }: { name: string; within: Ref<SVGSVGElement> }) {
  return (
    <svg
      class="picture"
      ref={within}
      role="img"
      aria-label={`${name} moves an arm of three links`}
      viewBox={`${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`}
    >
      <circle class="reach" r={REACH} />
      <path class="way" />
      <path class="link-edge" />
      <path class="link" />
      <path class="joints" />
      <path class="tip" />
      <circle class="target" r=".16" />
    </svg>
  );
}

/** Sixty times a second, so past the components. */
export function paint(svg: SVGSVGElement, demo: Demo): void {
  const draw = (part: string, d: string) => svg.querySelector(part)?.setAttribute('d', d);
  const links = demo.links();
  const tip = links.at(-1) as Point;
  draw('.way', line(demo.trail));
  draw('.link-edge', line(links));
  draw('.link', line(links));
  draw('.joints', links.slice(0, -1).map(dot).join(''));
  draw('.tip', dot(tip));
  const [x, y] = demo.target;
  svg.querySelector('.target')?.setAttribute('transform', `translate(${at([x, y])})`);
}

const at = ([x, y]: Point): string => `${x.toFixed(3)} ${(-y).toFixed(3)}`;
const line = (points: readonly Point[]): string =>
  points.map((point, i) => `${i === 0 ? 'M' : 'L'}${at(point)}`).join('');
const dot = (point: Point): string => `M${at(point)}h0`; // a round cap
