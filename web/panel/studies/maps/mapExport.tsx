import type { MapSpec } from '../../../study/maps/mapPlane.ts';
import { type MapOf, mapCsv, mapJson } from '../../../study/maps/mapText.ts';
import { Icon } from '../../controls/icon.tsx';
import { Menu } from '../../controls/menu.tsx';
import { download, savedName } from '../../controls/saveFile.ts';
import type { Page } from '../../page.ts';
import { pngOf, svgText } from '../figures/figureFile.ts';
import { manifestHere, saveText } from '../figures/studyFiles.ts';
import { type MapScene, mapBoard } from './mapBoard.ts';
import { spanOf } from './mapColours.ts';
import { withMapFigure } from './mapFigure.tsx';
import { axesOf } from './mapWords.ts';

interface MapExportProps {
  readonly page: Page;
  readonly mapped: MapScene;
  readonly spec: MapSpec;
}

/** The maps as they stand, as a file. */
export function MapExport({ page, mapped, spec }: MapExportProps) {
  const { scenario } = mapped.scene;
  const name = `${savedName(scenario.name)}-map`;
  const maps = (): MapOf[] =>
    scenario.methods.flatMap((panel, i) => {
      const layer = mapBoard().run.layers(i)[0];
      return layer ? [{ panel, layer }] : [];
    });
  const figure = async (use: (figure: SVGSVGElement) => void | Promise<void>): Promise<void> => {
    const grid = document.querySelector<HTMLElement>('.map-grid');
    const colour = mapBoard().colour.peek();
    const span = spanOf(
      colour,
      maps().map(({ layer }) => layer),
    );
    const title = `${scenario.name}: ${axesOf(mapped, spec).join(' across, ')} up`;
    if (grid) await withMapFigure(grid, { title, colour, span, unit: scenario.unit }, use);
  };
  const items = [
    {
      label: 'CSV',
      note: 'a line a cell',
      act: () => saveText(mapCsv(maps(), spec, axesOf(mapped, spec)), 'text/csv', `${name}.csv`),
    },
    {
      label: 'JSON',
      note: 'with the scene, version and build',
      act: () => {
        const text = mapJson(maps(), spec, scenario, manifestHere(page));
        saveText(text, 'application/json', `${name}.json`);
      },
    },
    {
      label: 'SVG',
      note: 'all maps and their key',
      act: () => figure((svg) => saveText(svgText(svg), 'image/svg+xml', `${name}.svg`)),
    },
    {
      label: 'PNG',
      note: 'the same as a picture',
      act: () => figure(async (svg) => download(await pngOf(svg), `${name}.png`)),
    },
  ];
  return (
    <Menu class="button" items={items}>
      <Icon name="share" size={14} />
      Export
    </Menu>
  );
}
