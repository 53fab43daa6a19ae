import { studyProvenance } from '../../../study/studyManifest.ts';
import { sweepJson, sweepTable } from '../../../study/sweeps/sweepText.ts';
import { savedName } from '../../controls/saveFile.ts';
import type { Page } from '../../page.ts';
import { type Exported, ExportMenu } from '../exportMenu.tsx';
import { pointsOf, type ShownSweep } from './sweepState.ts';

/** Numbers of the sweep, and each of its figures, as files. */
export const SweepExport = ({
  page,
  shown,
}: {
  readonly page: Page;
  readonly shown: ShownSweep;
}) => <ExportMenu page={page} what={() => exported(page, shown)} shared />;

function exported(page: Page, shown: ShownSweep): Exported {
  const { study, choice } = shown;
  const { name, methods } = study.scenario;
  const file = `${savedName(name)}-sweep`;
  const manifest: Exported['manifest'] = (from) =>
    studyProvenance(study, page.desk.catalogue, from);
  return {
    file,
    row: 'a value',
    table: () => sweepTable(study, pointsOf(shown)),
    json: (from) => [sweepJson(study, pointsOf(shown), manifest(from))],
    manifest,
    drawn: 'each figure',
    async figures(use) {
      for (const figure of document.querySelectorAll<SVGSVGElement>('.sweep-plot')) {
        const title = figure.closest('figure')?.querySelector('b')?.textContent ?? 'map';
        await use(`${file}-${savedName(title)}`, figure);
      }
    },
    methods,
    cited: {
      title: `${name || 'A scene'}: a sweep of ${methods[0]?.label} over ${choice.keys.join(' and ')}`,
      note: `${study.cells.length} values, ${study.count} problems each, seed ${study.seed}`,
    },
    study,
  };
}
