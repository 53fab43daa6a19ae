import { useEffect, useState } from 'preact/hooks';
import { idle } from '../../browser/idle.ts';
import type { Engine } from '../../engine/engine.ts';
import { micros } from '../../format/figures.ts';
import { sceneWith } from '../../run/methodGlyph.ts';
import { timeOf } from '../../run/timing.ts';
import { type Place, pathTo } from './family.ts';
import './methodsCost.css';

const SCENE = 'double-y';

/** What was measured since the page was loaded, by method. */
const known = new Map<string, number>();

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
    const measure = async (): Promise<void> => {
      for (const { row } of [...path].reverse()) {
        if (!wanted || known.has(row.id)) continue;
        const time = await timeOf(engine, sceneWith(engine, SCENE, row.id), 0, () => wanted, idle);
        if (time !== null) known.set(row.id, time);
        if (wanted) turn(known.size);
      }
    };
    measure();
    return () => {
      wanted = false;
    };
  }, [engine, place, still]);
  const times = path.flatMap(({ row }) => {
    const time = known.get(row.id);
    return time === undefined ? [] : [{ row, time }];
  });
  const most = Math.max(...times.map(({ time }) => time));
  return (
    <section>
      <h2>Cost of one update</h2>
      <p>{place.row.cost}</p>
      {times.length > 0 && (
        <>
          <p class="where">Measured here, on Double Y:</p>
          <ul class="costs">
            {times.map(({ row, time }) => (
              <li key={row.id} class={row === place.row ? 'own' : undefined}>
                <span>{row.name}</span>
                <i class="bar" style={{ '--share': time / most }} />
                <b>{micros(time)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
