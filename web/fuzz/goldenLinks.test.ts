/** Links of earlier builds keep their meaning; links of this build also keep their replay hash. */
import { spawnSync } from 'node:child_process';
import { replayHash } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { resolveScenario } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { decodeLink } from '@iklab/core/scenario/link';
import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import { describe, expect, test } from 'vitest';
import { getCliLaunchArguments } from './commandLine.ts';
import { type GoldenBuild, getRunInputs, makeGoldenBuild, unpackRunInputs } from './goldenLinks.ts';

const files = import.meta.glob('./golden/*.json', { eager: true, import: 'default' });
const builds = Object.values(files) as GoldenBuild[];
const engine = await testEngine();

test('golden builds exist, with more than 20 links each', () => {
  expect(builds.length).toBeGreaterThan(0);
  for (const { links } of builds) expect(links.length).toBeGreaterThan(20);
});

describe.each(builds)('links of build $build', ({ build, links }) => {
  test.each(links)('$preset opens with its meaning', async ({ link, hash, meaning }) => {
    const opened = await decodeLink(link, engine.catalogue);
    if (!opened.ok) throw new Error(faultsText(opened.faults));
    const { scenario, build: said } = opened.value;
    // Fields added to the schema since then have defaults.
    // Documents are written in the newest version, and the texts of presets may be reworded.
    const { iklab: _, name: _name, note: _note, ...numbers } = await unpackRunInputs(meaning);
    expect(getRunInputs(scenario)).toMatchObject(numbers);
    expect(said).toBe(build);
    if (said === engine.catalogue.build)
      expect(replayHash(engine, resolveScenario(scenario))).toBe(hash);
  });

  test('open prints a note if the link was created by another build', () => {
    const [first] = links;
    const { stderr, status } = spawnSync(
      process.execPath,
      getCliLaunchArguments('open', first?.link ?? ''),
    );
    expect(status).toBe(0);
    const same = build === engine.catalogue.build;
    expect(String(stderr)).toMatch(
      same ? /^$/ : /^note: the link was created by build "[0-9a-f]{8}"/,
    );
  });
});

test('golden links of this build can be created, one per preset, with their hashes', async () => {
  const { build, links } = await makeGoldenBuild(engine);
  expect(build).toBe(engine.catalogue.build);
  expect(links.map(({ preset }) => preset)).toEqual(scenarioPresetIds);
  for (const { hash } of links) expect(hash).toMatch(/^[0-9a-f]{16}$/);
});
