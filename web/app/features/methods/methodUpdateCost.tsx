import { microsecondsText } from '@iklab/core/format';
import { makePresetScene } from '@iklab/run/drawing';
import {
  BUSY_MACHINE_TEXT,
  isMachineBusy,
  medianTimeText,
  type UpdateTime,
} from '@iklab/run/playback';
import { measureUpdateTimes } from '@iklab/run/playback/timing';
import { useEffect, useState } from 'preact/hooks';
import { waitForBackgroundSlice } from '../../browser/idle.ts';
import { memoizePerLab } from '../../browser/labScope.ts';
import type { Page } from '../../page.ts';
import { findMethodAncestry, type MethodFamilyNode } from './layoutMethodFamily.ts';
import css from './methodUpdateCost.module.css';

const SCENE = 'double-y';

const measuredTimes = memoizePerLab(() => new Map<string, UpdateTime>());

interface CostProps {
  readonly page: Page;
  readonly node: MethodFamilyNode;
}

export function MethodUpdateCost({ page, node }: CostProps) {
  const { isManual: isStatic } = page;
  const { engine } = page.doc;
  const cache = measuredTimes(page);
  const path = findMethodAncestry(node);
  const [, rerender] = useState(0);
  useEffect(() => {
    let wanted = !isStatic;
    // Measured together, because times from different moments are not comparable.
    const scenes = () => path.map(({ row }) => makePresetScene(engine, SCENE, row.id));
    const onTime = (i: number, time: UpdateTime): void => {
      cache.set(path[i]?.row.id ?? '', time);
      rerender((count) => count + 1);
    };
    // In the background: the hundreds of slices may take long on a busy machine.
    if (wanted) measureUpdateTimes(engine, scenes(), onTime, () => wanted, waitForBackgroundSlice);
    return () => {
      wanted = false;
    };
  }, [engine, node, isStatic]);
  const times = path.flatMap(({ row }) => {
    const time = cache.get(row.id);
    return time === undefined ? [] : [{ row, ...time }];
  });
  const most = Math.max(...times.map(({ best }) => best));
  return (
    <section>
      <h2>Cost of one update</h2>
      <p>{node.row.cost}</p>
      {times.length > 0 && (
        <>
          <p class={css.where}>
            Measured on this computer with Double Y, interleaved: best run (median).
            {isMachineBusy(times) && <b> {BUSY_MACHINE_TEXT}</b>}
          </p>
          <ul class="costs">
            {times.map(({ row, ...time }) => (
              <li key={row.id} class={row === node.row ? css.own : undefined}>
                <span>{row.name}</span>
                <i class="bar" style={{ '--share': time.best / most }} />
                <b>
                  {microsecondsText(time.best)}{' '}
                  <small>{medianTimeText(time, microsecondsText)}</small>
                </b>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
