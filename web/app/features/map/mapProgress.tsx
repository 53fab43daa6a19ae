import studiesCss from '../study/studies.module.css';
import css from './mapInScene.module.css';
import type { PageMaps } from './pageMaps.ts';

export function MapProgress({ board: { run } }: { readonly board: PageMaps }) {
  if (run.fault !== '')
    return (
      <p class={`${css.mapProgress} ${studiesCss.unknown} small`} role="alert">
        The map stopped: {run.fault}
      </p>
    );
  const { level } = run;
  const share = Math.floor(100 * run.share);
  return (
    <p class={`${css.mapProgress} small`} data-done={level === null}>
      {level === null
        ? 'All cells are computed.'
        : `At ${level} × ${level}; ${share} % of all cells computed`}
    </p>
  );
}
