/** The caption beside the name of a formula, and the papers that it cites. */
import { expect, test } from 'vitest';
import { withCardTexts } from '../engine/cards.ts';
import { listMethodPapers } from '../scenario/methods/citation.ts';
import { panelMethodRow } from '../scenario/methods/formula.ts';
import { sampleCatalogue as small } from '../scenario/methods/testCatalogue.ts';
import { sampleFormulas } from '../scenario/methods/testFormulas.ts';
import { parseScenarioDocument } from '../scenario/parse.ts';
import { smallDocument } from '../scenario/testDocuments.ts';
import { methodCaption } from './words/methodCaption.ts';

const catalogue = withCardTexts({ ...small, methods: [] });
const { damped, plain } = sampleFormulas;

test('a formula shows the parameter that differs from panels of the same text; it cites no papers', () => {
  const params = [{ text: damped, λ: 0.5 }, { text: damped }, { text: plain }];
  const methods = params.map((each) => ({ id: 'formula', params: each }));
  const read = parseScenarioDocument(smallDocument({ methods }), catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const panels = read.value.methods;
  const captions = panels.map((panel) =>
    methodCaption(panel, panelMethodRow(catalogue, panel), 'm', panels),
  );
  expect(captions).toEqual(['Damping 0.5 m', 'Damping 1.1 m', '']);
  for (const panel of panels) expect(listMethodPapers(panel, catalogue)).toEqual([]);
});
