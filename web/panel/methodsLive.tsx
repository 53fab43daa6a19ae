import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Engine } from '../engine/engine.ts';
import type { MethodRow } from '../scenario/catalogue.ts';
import { Demo, logarithmic, type Numbers } from '../session/demo.ts';
import { length, number, words } from '../session/format.ts';
import { Equation } from './equation.tsx';
import { FilterChart } from './methodsFilter.tsx';
import { Picture, paint } from './methodsPicture.tsx';

const STILL = 150; // updates shown at once where nothing may move
const TELL_EVERY = 100; // ms
const SIGMAS = logarithmic(0.02, 5, 81);

interface LiveProps {
  /** What stands beside the filter. */
  readonly children: ComponentChildren;
  readonly engine: Engine;
  readonly row: MethodRow;
  readonly still: boolean;
}

interface Told {
  readonly numbers: Numbers;
  readonly taus: readonly number[] | null;
  /** τ at the σ of now. */
  readonly present: readonly number[] | null;
}

/** The equation beside an arm that it moves, the numbers that stand in it, and its filter. */
export function Live({ engine, row, still, children }: LiveProps) {
  const picture = useRef<SVGSVGElement>(null);
  const [told, tell] = useState<Told | null>(null);
  const calm = useMemo(() => still || matchMedia('(prefers-reduced-motion: reduce)').matches, []);
  useEffect(() => {
    const demo = new Demo(engine, row.id);
    const show = () => paint(picture.current as SVGSVGElement, demo);
    const say = () => {
      const numbers = demo.numbers();
      const present = demo.filter(numbers.sigma);
      tell({ numbers, present, taus: demo.filter(SIGMAS) });
    };
    for (let i = 0; i < (calm ? STILL : 1); i++) demo.advance();
    const stop = calm ? () => {} : animated(demo, show, say);
    show();
    say();
    return () => {
      stop();
      demo.close();
    };
  }, [engine, row]);
  return (
    <>
      <div class="halves">
        <section>
          <h2>Formula</h2>
          <Equation method={row.id} />
          {told && <Figures {...told.numbers} />}
        </section>
        <Picture name={row.name} within={picture} />
      </div>
      <div class="halves">
        {told?.taus && told.present && (
          <FilterChart
            curve={pairs(SIGMAS, told.taus)}
            present={pairs(told.numbers.sigma, told.present)}
          />
        )}
        {children}
      </div>
    </>
  );
}

const pairs = (sigmas: readonly number[], taus: readonly number[]) =>
  sigmas.map((sigma, i) => [sigma, taus[i] as number] as const);

/** Letters of the equation, and what they are now. */
function Figures({ error, step, sigma, lambda }: Numbers) {
  const seen = sigma.filter((value) => value > 1e-9);
  return (
    <dl class="figures">
      <dt>‖e‖</dt>
      <dd>{words(length(error))}</dd>
      <dt>‖Δθ‖</dt>
      <dd>{number(Number(((step * 180) / Math.PI).toPrecision(2)))}°</dd>
      <dt>σ</dt>
      <dd>{seen.map((value) => number(Number(value.toPrecision(2)))).join(', ')}</dd>
      {lambda !== null && (
        <>
          <dt>λ</dt>
          <dd>{number(lambda)}</dd>
        </>
      )}
    </dl>
  );
}

function animated(demo: Demo, show: () => void, say: () => void): () => void {
  let frame = 0;
  let last = 0;
  let said = 0;
  const next = (now: number): void => {
    // sixty updates a second, also where the display is faster
    if (now - last > 15) {
      last = now;
      demo.advance();
      show();
    }
    if (now - said > TELL_EVERY) {
      said = now;
      say();
    }
    frame = requestAnimationFrame(next);
  };
  frame = requestAnimationFrame(next);
  return () => cancelAnimationFrame(frame);
}
