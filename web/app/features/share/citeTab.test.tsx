import { resolveCitedPaper } from '@iklab/core/engine';
import { citationText } from '@iklab/core/scenario/methods';
import { publishedTables } from '@iklab/study/published';
import { expect, test } from 'vitest';
import { installWindow, renderInto, testPage } from '../../testing.ts';
import { CiteTab } from './citeTab.tsx';

installWindow();

const entriesOf = async (note: string): Promise<string> => {
  const view = renderInto(<CiteTab page={await testPage('y', { note })} />);
  return view.get<HTMLTextAreaElement>('textbox', 'BibTeX').value;
};

test('a run from a published table cites the paper of the table, before those of its methods', async () => {
  const table = publishedTables.find(({ title }) => title.startsWith('Haviland'));
  if (!table) throw new Error('no table');
  const paper = citationText(resolveCitedPaper(table.source));
  const entries = await entriesOf(`A case. From: ${paper}`);
  expect(entries).toMatch(
    /^@article\{haviland2023,\n {2}author = \{Haviland, J\. and Corke, P\.\}/,
  );
  expect(entries).toContain('@misc{iklab,');
  expect(await entriesOf('A case of mine.')).not.toContain('haviland');
});
