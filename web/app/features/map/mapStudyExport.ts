import { studyProvenance } from '@iklab/study/document';
import { type MethodMap, mapJson, mapTable } from '@iklab/study/maps';
import { independentJointIds } from '@iklab/study/tasks';
import type { Page } from '../../page.ts';
import { toFileName } from '../../ui/downloadBlob.ts';
import type { StudyExport } from '../study/exportMenu.tsx';
import { numberedMapBranches, shadeMapLayers } from './mapAppearance.ts';
import { computeMapValueRange, listCauseGroups, type MapTheme } from './mapColours.ts';
import { withMapFigure } from './mapFigure.tsx';
import css from './maps.module.css';
import { getMapAxisNames, mapRangeText } from './mapWords.ts';
import { pageMaps } from './pageMaps.ts';

function cellsText(sides: readonly number[]): string {
  const [low, high] = [Math.min(...sides), Math.max(...sides)].map((n) => `${n} x ${n}`);
  return `${low === high ? low : `${low} to ${high}`} cells`;
}

export function mapStudyExport(page: Page): StudyExport {
  const board = pageMaps(page);
  const [mapped, spec, colour] = [board.mapped.peek(), board.spec.peek(), board.colour.peek()];
  const { catalogue } = page.doc;
  const { scenario } = mapped.scene;
  const { name, methods } = scenario;
  const file = `${toFileName(name)}-map`;
  const axes = getMapAxisNames(mapped, spec);
  const maps = methods.flatMap((panel, i): MethodMap[] => {
    const layer = board.run.layers(i)[0];
    return layer ? [{ panel, layer, branches: numberedMapBranches(board, layer) }] : [];
  });
  const study = board.study();
  const manifest: StudyExport['manifest'] = (from) => studyProvenance(study, catalogue, from);
  return {
    file,
    row: 'a cell',
    table: () => mapTable(maps, spec, axes, independentJointIds({ scenario })),
    json: (from) => [mapJson(maps, spec, scenario, manifest(from))],
    manifest,
    drawn: 'all maps and their key',
    async figures(use) {
      const { host, services } = page.scope;
      const grid = host.querySelector<HTMLElement>(`.${css.mapGrid}`);
      const layers = maps.map(({ layer }) => layer);
      const title = `${name || 'A scene'}: ${axes.join(' across, ')} up`;
      const span = computeMapValueRange(colour, layers);
      const shaded = (theme: MapTheme) => shadeMapLayers(board, span, theme);
      const { root } = services;
      const causes = listCauseGroups(layers);
      const drawn = { root, title, colour, span, causes, unit: scenario.unit, maps: shaded };
      const words = { title, about: [mapRangeText(mapped, spec)], key: [] };
      if (grid) await withMapFigure(grid, drawn, (figure) => use(file, figure, words));
    },
    methods,
    cited: {
      title: `${name || 'A scene'}: maps of ${methods.length} methods over ${axes.join(' and ')}`,
      note: cellsText(maps.map(({ layer }) => layer.cells)),
    },
    study,
  };
}
