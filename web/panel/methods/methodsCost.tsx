import { useEffect, useState } from 'preact/hooks';
import { idle } from '../../browser/idle.ts';
import type { Engine } from '../../engine/engine.ts';
import { micros } from '../../format/figures.ts';
import { sceneWith } from '../../run/methodGlyph.ts';
import type { Timed } from '../../run/stopwatch.ts';
import { timesOf } from '../../run/timing.ts';
import { type Place, pathTo } from './family.ts';
import './methodsCost.css';

const SCENE = 'double-y';
const BUSY = 1.25; // a middle round that takes so many times the best
const TOLD = 1.05; // a spread that is worth its ink

/** What was last measured, by method. */
const known = new Map<string, Timed>();

interface CostProps {
  readonly engine: Engine;
  readonly place: Place;
  /** Nothing is measured. */
  readonly still: boolean;
}

/** What an update costs, here and now, beside those of the methods that it grows out of. */
export function Cost({ engine, place, still }: CostProps) {
  const path = pathTo(place);
  const [, turn] = useState(0);
  useEffect(() => {
    let wanted = !still;
    // side by side: times of another moment compare badly
    const scenes = () => path.map(({ row }) => sceneWith(engine, SCENE, row.id));
    const told = (i: number, time: Timed): void => {
      known.set(path[i]?.row.id ?? '', time);
      turn((count) => count + 1);
    };
    if (wanted) timesOf(engine, scenes(), told, () => wanted, idle);
    return () => {
      wanted = false;
    };
  }, [engine, place, still]);
  const times = path.flatMap(({ row }) => {
    const time = known.get(row.id);
    return time === undefined ? [] : [{ row, ...time }];
  });
  const most = Math.max(...times.map(({ best }) => best));
  const slowed = times.filter(({ best, middle }) => middle > BUSY * best);
  const busy = 2 * slowed.length > times.length;
  return (
    <section>
      <h2>Cost of one update</h2>
      <p>{place.row.cost}</p>
      {times.length > 0 && (
        <>
          <p class="where">
            Measured here, on Double Y, in turn; the best rounds count, in brackets the middle one.
            {busy && <b> This machine is busy now: times may be too long.</b>}
          </p>
          <ul class="costs">
            {times.map(({ row, best, middle }) => (
              <li key={row.id} class={row === place.row ? 'own' : undefined}>
                <span>{row.name}</span>
                <i class="bar" style={{ '--share': best / most }} />
                <b>
                  {micros(best)}
                  {middle > TOLD * best && micros(middle) !== micros(best) && (
                    <small> ({micros(middle)})</small>
                  )}
                </b>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
