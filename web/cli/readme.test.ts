/** The scenarios and studies in the documentation are valid, and its links and file names exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { testEngine } from '@iklab/core/engine/testing';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { isStudyDocument, parseStudy } from '@iklab/study/document';
import { isPathStudyDocument, parsePathStudy } from '@iklab/study/follow';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const documents = ['README.md', 'docs/scenario.md', 'docs/command-line.md'];
const readme = documents.map((name) => read(`../../${name}`)).join('\n');
const scenarioSchema = JSON.parse(read('../packages/core/scenario/scenario.schema.json'));
const studySchema = JSON.parse(read('../packages/study/document/study.schema.json'));

// JSON blocks, and documents inline in the text.
const blocks = [...readme.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text ?? '');
const inline = [...readme.matchAll(/`(\{"iklab".*?\})`/g)].map(([, text]) => text ?? '');

test('the documentation contains JSON blocks, inline documents, and a study', () => {
  expect(blocks.map((text) => isStudyDocument(JSON.parse(text)))).toContain(true);
  expect(blocks.length).toBeGreaterThan(0);
  expect(inline.length).toBeGreaterThan(0);
});

test.each([...blocks, ...inline])(
  'example %# is valid by the published schema and by the parser',
  async (text) => {
    const document: unknown = JSON.parse(text);
    const schema = isStudyDocument(document) ? studySchema : scenarioSchema;
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    const { catalogue } = await testEngine();
    const read = isPathStudyDocument(document)
      ? parsePathStudy
      : isStudyDocument(document)
        ? parseStudy
        : parseScenarioDocument;
    const parsed = read(document, catalogue);
    expect(parsed.ok ? '' : faultsText(parsed.faults)).toBe('');
  },
);

const docs = new URL('../../docs', import.meta.url);
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);

test.each(['README.md', 'CONTRIBUTING.md', ...pages])('%s links only to existing files', (page) => {
  const place = new URL(`../../${page}`, import.meta.url);
  const links = [...read(`../../${page}`).matchAll(/\]\(([^)#:\s]+)[^):]*\)/g)];
  for (const [, to = ''] of links) expect(existsSync(new URL(to, place)), to).toBe(true);
});

test('file paths named in the documentation exist', () => {
  const top = new URL('../../', import.meta.url);
  const all = ['web', 'wasm'].flatMap((folder) =>
    readdirSync(new URL(folder, top), { recursive: true, encoding: 'utf8' })
      .map((path) => `/${path}`)
      .filter((path) => !/\/(build|dist|node_modules)\//.test(path)),
  );
  const NAMED = /`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|css|[ch]pp|def))`/g;
  const missing = ['README.md', 'CONTRIBUTING.md', ...pages].flatMap((page) =>
    [...read(`../../${page}`).matchAll(NAMED)]
      .map(([, name = '']) => name)
      .filter((name) => !all.some((path) => path.endsWith(`/${name.replace(/^(web|wasm)\//, '')}`)))
      .map((name) => `${page}: ${name}`),
  );
  expect(missing).toEqual([]);
});
