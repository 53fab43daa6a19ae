import type { Engine } from '@iklab/core/engine';
import {
  angleText,
  lengthWithUnit,
  paramRangeText,
  paramSymbol,
  valueWithUnitText,
} from '@iklab/core/format';
import type { DescribedMethod } from '@iklab/core/scenario/methods';
import { threadTime } from '@iklab/core/time';
import { logSpacedNumbers } from '@iklab/run/drawing';
import { MethodDemo } from '@iklab/run/session';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';
import { MethodEquation } from '../../ui/methodEquation.tsx';
import { AutomaticValueSlider, Slider, type SliderProps } from '../../ui/slider.tsx';
import css from './liveMethodDemo.module.css';
import { MethodDemoPicture } from './methodDemoPicture.tsx';
import { MethodFilterChart } from './methodFilterChart.tsx';
import methodsCss from './methods.module.css';
import { StepSharesFigure } from './stepSharesFigure.tsx';

const SIGMAS = logSpacedNumbers(0.02, 5, 81);
const RUN = 2400; // Milliseconds for the entire run.
const FASTEST = 1000 / 60; // Milliseconds per update.
const SLOWEST = 320;
const END = 1200; // Milliseconds at the end of the run.

interface LiveProps {
  readonly children: ComponentChildren;
  readonly engine: Engine;
  readonly row: DescribedMethod;
  readonly slot: number;
  readonly isStatic: boolean;
  readonly belowFigure: ComponentChildren;
}

export function LiveMethodDemo({ engine, row, slot, isStatic, belowFigure, children }: LiveProps) {
  const demo = useMemo(() => new MethodDemo(engine, row), [engine, row]);
  // A layout effect, which also runs if the part is removed immediately.
  useLayoutEffect(() => () => demo.close(), [demo]);
  const calm = useMemo(
    () => isStatic || matchMedia('(prefers-reduced-motion: reduce)').matches,
    [],
  );
  const player = usePlayer(demo, calm);
  const [touched, touch] = useState(false);
  const [value, setValue] = useState(demo.knob.span.initial);
  const { update, shownUpdate } = player;
  const last = demo.poses.length - 1;
  const { label, help, span } = demo.knob;
  const before = Math.max(0, shownUpdate - 1); // The state before the update.
  const taus = demo.filter(before, SIGMAS);
  const sigmas = taus ? demo.sigmas(before) : [];
  const knob: SliderProps = {
    label,
    help,
    span,
    scene: demo.scene.scenario.unit,
    value,
    set(to) {
      if (Number.isNaN(to) || to < span.min || to > span.max)
        return [{ path: '', reason: `must be ${paramRangeText(span)}` }];
      demo.setKnob(to);
      setValue(to);
      player.renew(false);
      return [];
    },
    onDone() {},
  };
  return (
    <>
      <div class={css.try}>
        <MethodDemoPicture
          demo={demo}
          slot={slot}
          update={update}
          hint={!touched}
          moved={(isDragging) => {
            touch(true);
            player.renew(isDragging);
          }}
        />
        <div class="tune">
          <h2 class="unseen">Formula</h2>
          <MethodEquation method={row.id} />
          <div data-symbol={paramSymbol(label)}>
            {demo.knob.automatic ? (
              <AutomaticValueSlider {...knob} fixed={() => demo.safeFactor} />
            ) : (
              <Slider {...knob} />
            )}
          </div>
          <div class="moment">
            <button
              type="button"
              class="iconb s"
              aria-label={player.playing ? 'Pause the run' : 'Play the run'}
              onClick={player.press}
            >
              <Icon name={player.playing ? 'pause' : 'play'} size={14} />
            </button>
            <label>
              Update {update} of {last}
              <input
                type="range"
                min="0"
                max={last}
                value={update}
                aria-valuetext={`update ${update} of ${last}`}
                onInput={(event) => player.show(Number(event.currentTarget.value))}
              />
            </label>
          </div>
          <p class={`${css.outcome} small`}>
            <Outcome demo={demo} />
          </p>
        </div>
      </div>
      <StepSharesFigure demo={demo} slot={slot} update={shownUpdate} />
      {belowFigure}
      <div class={methodsCss.halves}>
        {taus && (
          <MethodFilterChart
            curve={pairs(SIGMAS, taus)}
            present={pairs(sigmas, demo.filter(before, sigmas) ?? [])}
          />
        )}
        {children}
      </div>
    </>
  );
}

function Outcome({ demo }: { demo: MethodDemo }) {
  const last = demo.poses.length - 1;
  const distance = valueWithUnitText(lengthWithUnit(demo.error, demo.scene.scenario.unit));
  const end =
    demo.stop === 'reached'
      ? 'Reached in '
      : `${demo.isOutOfReach ? 'Out of reach: ' : ''}${distance} away after `;
  return (
    <>
      {end}
      <b>{last}</b> {last === 1 ? 'update' : 'updates'} · largest joint step{' '}
      <b>{angleText(demo.largest)}</b>
    </>
  );
}

const pairs = (sigmas: readonly number[], taus: readonly number[]) =>
  sigmas.map((sigma, i) => [sigma, taus[i] as number] as const);

function usePlayer(demo: MethodDemo, calm: boolean) {
  const [update, setUpdate] = useState(calm ? demo.largestUpdate : 0);
  const [playing, play] = useState(!calm);
  const [isDragging, setDragging] = useState(false);
  const last = demo.poses.length - 1;
  const pace = Math.max(FASTEST, Math.min(SLOWEST, RUN / Math.max(1, last)));
  useEffect(() => {
    if (!playing) return;
    const on = (): void => {
      setUpdate(update < last ? update + 1 : demo.largestUpdate);
      if (update >= last) play(false);
    };
    return threadTime.schedule(update < last ? pace : END, on, 'background');
  });
  const begin = (plays: boolean, from: number): void => {
    setDragging(false);
    play(plays);
    setUpdate(from);
  };
  return {
    /** Number of the shown update; during a drag, of the last update. */
    update: isDragging ? last : Math.min(update, last),
    shownUpdate: isDragging ? demo.largestUpdate : Math.min(update, last),
    playing,
    show: (to: number) => begin(false, to),
    press: () => (playing ? play(false) : begin(true, 0)),
    /** Called when the demo has computed another run. `dragging`: a drag still changes the run. */
    renew(dragging: boolean) {
      begin(!calm && !dragging, dragging || calm ? demo.largestUpdate : 0);
      setDragging(dragging);
    },
  };
}

/**
 * Returns a ref. Elements in the ref's element are highlighted if they have the symbol under the
 * pointer or of the active control.
 */
export function useSymbolHighlight<E extends HTMLElement>() {
  const host = useRef<E>(null);
  const symbol = useRef('');
  const light = (): void => {
    for (const each of host.current?.querySelectorAll('[data-symbol]') ?? [])
      each.classList.toggle(
        methodsCss.lit ?? '',
        each.getAttribute('data-symbol') === symbol.current,
      );
  };
  useLayoutEffect(light);
  useEffect(() => {
    const on = ({ target }: Event): void => {
      symbol.current =
        (target as Element).closest('[data-symbol]')?.getAttribute('data-symbol') ?? '';
      light();
    };
    const off = (): void => {
      symbol.current = '';
      light();
    };
    const element = host.current;
    element?.addEventListener('pointerover', on);
    element?.addEventListener('focusin', on);
    element?.addEventListener('pointerleave', off);
    return () => {
      element?.removeEventListener('pointerover', on);
      element?.removeEventListener('focusin', on);
      element?.removeEventListener('pointerleave', off);
    };
  }, []);
  return host;
}
