/** Reads robot descriptions into scenes of the solver, with the readers of the page. */
import type { Engine } from '@iklab/core/engine';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { parseDocumentText } from '@iklab/core/scenario/text';
import { makeDocumentError, makeWrongTypeError } from './callErrors.ts';
import type { DescribedRobot } from './describedRobot.ts';
import { getEngine } from './loadModule.ts';
import type { DhTable, ReadOptions, Report } from './packageTypes.ts';
import { TaskSolvers } from './taskSolvers.ts';

export interface LoadableRobot {
  readonly scene: Scene;
  readonly report: Report | null;
  readonly load: (scene: Scene) => TaskSolvers;
}

/** Reads a robot from a text. The extension of `name` states the format. */
export async function loadRobotText(
  text: string,
  name: string,
  options: ReadOptions,
): Promise<LoadableRobot> {
  if (typeof text !== 'string') throw makeWrongTypeError('text', 'a string', text);
  const { readRobotDescription: readDescription } = await import('./readRobotDescription.ts');
  const engine = await getEngine();
  return toRobot(readDescription(text, name, options, engine.catalogue), engine);
}

export async function loadDhRobot(table: DhTable): Promise<LoadableRobot> {
  const { readRobotFromDhTable: readDhTable } = await import('./readRobotDescription.ts');
  const engine = await getEngine();
  return toRobot(readDhTable(table, engine.catalogue), engine);
}

export async function loadRobotFile(path: string, options: ReadOptions): Promise<LoadableRobot> {
  if (typeof path !== 'string') throw makeWrongTypeError('path', 'a string', path);
  const { readDescribedFile } = await import('./readDescribedFile.ts');
  const engine = await getEngine();
  return toRobot(readDescribedFile(path, options, engine.catalogue), engine);
}

/**
 * Reads a robot from a scenario or the JSON of one. The scenario may name a preset of the robot
 * library.
 */
export async function loadScenarioRobot(document: object | string): Promise<LoadableRobot> {
  await import('@iklab/core/scenario/presets/robotShelf');
  const engine = await getEngine();
  const { catalogue } = engine;
  const read =
    typeof document === 'string'
      ? parseDocumentText(document, catalogue)
      : parseScenarioDocument(document, catalogue);
  if (!read.ok) throw makeDocumentError(read.faults);
  return { scene: resolveScenario(read.value), report: null, load: makeLoader(engine) };
}

function toRobot({ document, report }: DescribedRobot, engine: Engine): LoadableRobot {
  const read = parseScenarioDocument({ ...document, methods: [{ id: 'sdls' }] }, engine.catalogue);
  if (!read.ok) throw makeDocumentError(read.faults);
  return { scene: resolveScenario(read.value), report, load: makeLoader(engine) };
}

const makeLoader = (engine: Engine) => (scene: Scene) => new TaskSolvers(engine, scene);
