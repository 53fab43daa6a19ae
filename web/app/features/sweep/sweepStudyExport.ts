import type { MethodPanel } from '@iklab/core/scenario';
import { studyProvenance } from '@iklab/study/document';
import { availableSweepMeasures, sweepJson, sweepTable } from '@iklab/study/sweeps';
import type { Page } from '../../page.ts';
import { toFileName } from '../../ui/downloadBlob.ts';
import type { StudyExport } from '../study/exportMenu.tsx';
import type { ShownStudyRun } from '../study/shownStudyRun.ts';
import { sweptParamKeys } from './sweepChoice.ts';
import { getSweepPoints } from './sweepState.ts';
import css from './sweeps.module.css';

const keyEntry = ({ slot, label }: MethodPanel) => ({ slot, name: `${label}, mean`, dash: '' });

export function sweepStudyExport(page: Page, shownSweep: ShownStudyRun): StudyExport {
  const { study } = shownSweep;
  const { name, methods } = study.scenario;
  const file = `${toFileName(name)}-sweep`;
  const manifest: StudyExport['manifest'] = (from) =>
    studyProvenance(study, page.doc.catalogue, from);
  return {
    file,
    row: 'a value',
    table: () => sweepTable(study, getSweepPoints(shownSweep)),
    json: (from) => [sweepJson(study, getSweepPoints(shownSweep), manifest(from))],
    manifest,
    drawn: 'each figure',
    async figures(use) {
      const measures = availableSweepMeasures([...getSweepPoints(shownSweep).values()]);
      for (const figure of page.scope.host.querySelectorAll<SVGSVGElement>(`.${css.sweepPlot}`)) {
        const around = figure.closest('figure');
        const textOf = (selector: string): string =>
          around?.querySelector(selector)?.textContent ?? '';
        const title = textOf('figcaption b');
        const [panel] = methods;
        const alone = study.sweep.length < 2;
        const measure = alone && measures.find((each) => each.name === title);
        const band = measure ? `Band: ${measure.band}. Dashed: the proposed value, if any.` : '';
        const about = [textOf('figcaption .small'), textOf(':scope > .small'), band];
        const key = panel && alone ? [keyEntry(panel)] : [];
        await use(`${file}-${toFileName(title)}`, figure, { title, about, key });
      }
    },
    methods,
    cited: {
      title: `${name || 'A scene'}: a sweep of ${methods[0]?.label} over ${sweptParamKeys(study).join(' and ')}`,
      note: `${study.cells.length} values, ${study.count} problems each, seed ${study.seed}`,
    },
    study,
  };
}
