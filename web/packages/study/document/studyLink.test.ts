import { packLinkText } from '@iklab/core/scenario/link';
import { sampleCatalogue } from '@iklab/core/scenario/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeStudyLink, encodeStudyLink, isStudyLink } from './studyLink.ts';
import { arbitraryStudy, makeSmallTestStudy, parseTestStudy } from './testStudies.ts';
import { studyHash } from './writeStudy.ts';

test('a link encodes and decodes any study (seed 5)', async () => {
  const property = fc.asyncProperty(arbitraryStudy, async (document) => {
    const study = parseTestStudy(document);
    const link = await encodeStudyLink(study, sampleCatalogue);
    expect(link).toMatch(/^#study=1\.[\w-]+$/);
    expect(isStudyLink(`https://example.org/lab/${link}`)).toBe(true);
    const read = await decodeStudyLink(`https://example.org/lab/${link}`, sampleCatalogue);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    expect(studyHash(read.value.study)).toBe(studyHash(study));
    expect(read.value.study.name).toBe(study.name);
    expect(read.value.build).toBe(sampleCatalogue.build);
  });
  await fc.assert(property, { seed: 5, numRuns: 50 });
});

test('the link of a study with a preset robot is shorter than 220 characters', async () => {
  const study = parseTestStudy({
    scenario: { preset: 'ur5e', methods: [{ id: 'dls' }, { id: 'sdls' }] },
    restarts: { most: 20 },
    count: 10_000,
  });
  expect((await encodeStudyLink(study, sampleCatalogue)).length).toBeLessThan(220);
});

const fault = async (link: string) => {
  const read = await decodeStudyLink(link, sampleCatalogue);
  return read.ok ? '' : read.faults.map(({ path, reason }) => `${path}: ${reason}`).join('\n');
};

test.each([
  ['#s=1.abc', 'link: contains no study; expected a link that starts with #study=1.'],
  ['', 'link: contains no study; expected a link that starts with #study=1.'],
  ['#study=2.abc', 'link: must begin with study=1., the version of the link; got study="2"'],
  ['#study=1.', 'link: is cut short'],
  ['#study=1.abcd', 'link: is cut short or damaged'],
  ['#study=1.a!', 'link: has a character that does not belong there: "!"'],
  [`#study=1.${'a'.repeat(40_000)}`, 'link: must be at most 32 KiB (32768 characters); got 40008'],
])('rejects the link %.20s', async (link, reason) => {
  expect(await fault(link)).toBe(reason);
});

test('the content of a link is validated like a file', async () => {
  const packed = await packLinkText(
    JSON.stringify(makeSmallTestStudy({ count: 0, build: 'x'.repeat(3) })),
  );
  expect(await fault(`#study=1.${packed}`)).toBe('count: must be ≥ 1; got 0');
  const strange = await packLinkText(JSON.stringify(makeSmallTestStudy({ build: 7 })));
  expect(await fault(`#study=1.${strange}`)).toBe(
    'build: must be a string of at most 40 characters; got 7',
  );
});
