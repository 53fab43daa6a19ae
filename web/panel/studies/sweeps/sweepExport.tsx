import { sweepCsv, sweepJson } from '../../../study/sweeps/sweepText.ts';
import { Icon } from '../../controls/icon.tsx';
import { Menu } from '../../controls/menu.tsx';
import { download, savedName } from '../../controls/saveFile.ts';
import type { Page } from '../../page.ts';
import { pngOf, svgText } from '../figures/figureFile.ts';
import { manifestHere, saveText } from '../figures/studyFiles.ts';
import { pointsOf, type ShownSweep } from './sweepState.ts';

/** Numbers of the sweep, and each of its figures, as files. */
export function SweepExport({ page, shown }: { readonly page: Page; readonly shown: ShownSweep }) {
  const { study } = shown;
  const name = `${savedName(study.scenario.name)}-sweep`;
  const figures = (): (readonly [string, SVGSVGElement])[] =>
    [...document.querySelectorAll<SVGSVGElement>('.sweep-plot')].map((svg) => {
      const title = svg.closest('figure')?.querySelector('b')?.textContent ?? 'map';
      return [`${name}-${savedName(title)}`, svg];
    });
  const items = [
    {
      label: 'CSV',
      note: 'a line a value',
      act: () => saveText(sweepCsv(study, pointsOf(shown)), 'text/csv', `${name}.csv`),
    },
    {
      label: 'JSON',
      note: 'with the study, version and build',
      act: () => {
        const text = sweepJson(study, pointsOf(shown), manifestHere(page));
        saveText(text, 'application/json', `${name}.json`);
      },
    },
    {
      label: 'SVG',
      note: 'a file a figure',
      act: () => {
        for (const [file, svg] of figures()) saveText(svgText(svg), 'image/svg+xml', `${file}.svg`);
      },
    },
    {
      label: 'PNG',
      note: 'a file a figure',
      act: async () => {
        for (const [file, svg] of figures()) download(await pngOf(svg), `${file}.png`);
      },
    },
  ];
  return (
    <Menu class="button" items={items}>
      <Icon name="share" size={14} />
      Export
    </Menu>
  );
}
