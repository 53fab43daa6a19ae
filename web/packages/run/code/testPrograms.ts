import { testEngine } from '@iklab/core/engine/testing';
import type { Scenario } from '@iklab/core/scenario';
import { runGeneratorToEnd } from '@iklab/core/time';
import { codeExportRows } from './codeExportRows.ts';
import { type CodeRun, makeCodeRun } from './codeRun.ts';
import { codeTestScenes, makeCodeTestScene } from './testScenes.ts';

export const makeTestCodeRun = async (scenario: Scenario): Promise<CodeRun> =>
  runGeneratorToEnd(makeCodeRun(await testEngine(), scenario, 0));

export interface ScenePrograms {
  readonly scene: string;
  readonly updates: readonly (readonly number[])[];
  readonly programs: readonly {
    readonly row: string;
    readonly file: string;
    readonly text: string | null;
  }[];
}

export async function scenePrograms(): Promise<ScenePrograms[]> {
  const { catalogue } = await testEngine();
  const all: ScenePrograms[] = [];
  for (const scene of Object.keys(codeTestScenes)) {
    const run = await makeTestCodeRun(makeCodeTestScene(scene, catalogue));
    const programs = codeExportRows.map((row) => ({
      row: row.id,
      file: row.file,
      text: row.refusal(run) === null ? row.write(run, '') : null,
    }));
    all.push({ scene, updates: run.updates.map(({ angles }) => angles), programs });
  }
  return all;
}
