import { microsFigure } from 'iklab/format';
import { BUSY_TEXT, isBusy, middleText, sceneWith, timesOf, type UpdateTime } from 'iklab/run';
import { useEffect, useState } from 'preact/hooks';
import { inBackground } from '../../browser/idle.ts';
import { perLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { type Place, pathTo } from './family.ts';
import css from './methodsCost.module.css';

const SCENE = 'double-y';

const measured = perLab(() => new Map<string, UpdateTime>());

interface CostProps {
  readonly page: Page;
  readonly place: Place;
}

export function Cost({ page, place }: CostProps) {
  const { byHand: still } = page;
  const { engine } = page.doc;
  const known = measured(page);
  const path = pathTo(place);
  const [, turn] = useState(0);
  useEffect(() => {
    let wanted = !still;
    // Measured together, because times from different moments are not comparable.
    const scenes = () => path.map(({ row }) => sceneWith(engine, SCENE, row.id));
    const told = (i: number, time: UpdateTime): void => {
      known.set(path[i]?.row.id ?? '', time);
      turn((count) => count + 1);
    };
    // In the background: the hundreds of slices may take long on a busy machine.
    if (wanted) timesOf(engine, scenes(), told, () => wanted, inBackground);
    return () => {
      wanted = false;
    };
  }, [engine, place, still]);
  const times = path.flatMap(({ row }) => {
    const time = known.get(row.id);
    return time === undefined ? [] : [{ row, ...time }];
  });
  const most = Math.max(...times.map(({ best }) => best));
  return (
    <section>
      <h2>Cost of one update</h2>
      <p>{place.row.cost}</p>
      {times.length > 0 && (
        <>
          <p class={css.where}>
            Measured on this computer with Double Y, interleaved: best run (median).
            {isBusy(times) && <b> {BUSY_TEXT}</b>}
          </p>
          <ul class="costs">
            {times.map(({ row, ...time }) => (
              <li key={row.id} class={row === place.row ? css.own : undefined}>
                <span>{row.name}</span>
                <i class="bar" style={{ '--share': time.best / most }} />
                <b>
                  {microsFigure(time.best)} <small>{middleText(time, microsFigure)}</small>
                </b>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
