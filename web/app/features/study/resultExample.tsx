import css from './studies.module.css';

interface Example {
  readonly text: string;
  readonly axes: string;
  readonly wanted: string;
  readonly curves: readonly string[];
}

const BARS = [168, 152, 146, 90];

const EXAMPLES = {
  benchmark: {
    text: 'the share of problems that each method solves, with its confidence interval, the number of updates, and why the other problems are not solved',
    axes: 'M40 8V112 M280 8V112H464',
    wanted: BARS.map((to, i) => `M${32 + to} ${20 + 26 * i}h16m-16-5v10m16-10v10`).join(''),
    curves: [
      BARS.map((to, i) => `M40 ${20 + 26 * i}H${40 + to}`).join(''),
      'M280 112C300 40 320 22 464 18 M280 112C320 70 350 40 464 34 M280 112C330 106 380 70 464 64',
    ],
  },
  path: {
    text: 'the path of each method beside the path to follow, the error at every point, and where joints jump',
    axes: 'M280 8V112H464',
    wanted: 'M120 12a48 48 0 1 0 .1 0',
    curves: [
      '',
      'M120 14C152 12 170 36 167 62C164 92 140 106 118 108C88 108 70 82 73 58C78 30 96 14 120 14',
      'M280 104C300 98 310 104 330 96S352 34 360 34 372 98 392 100 430 88 464 94',
    ],
  },
  sweep: {
    text: 'error, smoothness and success rate for each value of the parameter, and a proposed value',
    axes: 'M40 8V112H224 M280 8V112H464',
    wanted: 'M124 8V112 M364 8V112',
    curves: ['', 'M40 24C90 92 100 96 124 96S190 84 224 30', 'M280 26C340 26 400 30 464 94'],
  },
} as const satisfies Record<string, Example>;

export type ResultExampleId = keyof typeof EXAMPLES;

export function ResultExample({ example }: { readonly example: ResultExampleId }) {
  const { text, axes, wanted, curves }: Example = EXAMPLES[example];
  return (
    <figure class={css.example}>
      <figcaption class="small">You will get: {text}.</figcaption>
      <svg viewBox="0 0 480 120" aria-hidden="true">
        <path class={css.exampleAxes} d={axes} />
        {curves.map((d, i) => (
          <path key={d} class={i === 0 ? css.exampleBars : css.exampleCurve} d={d} />
        ))}
        <path class={css.exampleWanted} d={wanted} />
      </svg>
    </figure>
  );
}
