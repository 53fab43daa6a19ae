import { measuresIn, studyProvenance, sweepJson, sweepTable } from '@iklab/study';
import type { MethodPanel } from 'iklab/scenario';
import type { Page } from '../../page.ts';
import { savedName } from '../../ui/saveFile.ts';
import type { Exported } from '../study/exportMenu.tsx';
import { pointsOf, type ShownSweep } from './sweepState.ts';
import css from './sweeps.module.css';

const keyOf = ({ slot, label }: MethodPanel) => ({ slot, name: `${label}, mean`, dash: '' });

export function sweepExport(page: Page, shown: ShownSweep): Exported {
  const { study, choice } = shown;
  const { name, methods } = study.scenario;
  const file = `${savedName(name)}-sweep`;
  const manifest: Exported['manifest'] = (from) => studyProvenance(study, page.doc.catalogue, from);
  return {
    file,
    row: 'a value',
    table: () => sweepTable(study, pointsOf(shown)),
    json: (from) => [sweepJson(study, pointsOf(shown), manifest(from))],
    manifest,
    drawn: 'each figure',
    async figures(use) {
      const measures = measuresIn([...pointsOf(shown).values()]);
      for (const figure of page.scope.host.querySelectorAll<SVGSVGElement>(`.${css.sweepPlot}`)) {
        const around = figure.closest('figure');
        const said = (what: string): string => around?.querySelector(what)?.textContent ?? '';
        const title = said('figcaption b');
        const [panel] = methods;
        const alone = study.sweep.length < 2;
        const measure = alone && measures.find((each) => each.name === title);
        const band = measure ? `Band: ${measure.band}. Dashed: the proposed value, if any.` : '';
        const about = [said('figcaption .small'), said(':scope > .small'), band];
        const key = panel && alone ? [keyOf(panel)] : [];
        await use(`${file}-${savedName(title)}`, figure, { title, about, key });
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
