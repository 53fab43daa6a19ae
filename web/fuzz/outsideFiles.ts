/** Hostile robots, meshes and studies: each must be accepted or rejected within seconds. */

import type { Engine } from '@iklab/core/engine';
import {
  createFolder,
  findRobotFile,
  formatRemark,
  importRobot,
  MAX_TRIANGLES,
  type ReadResult,
  readMesh,
  readRobot,
} from '@iklab/robots';
import { parseStudyText, studyFitsInPage, studySizeFault } from '@iklab/study/document';
import { planStudyTasks, studyResultsKey } from '@iklab/study/tasks';
import { corruptDocument } from './hostile.ts';
import { makeHostileMesh } from './hostileMeshes.ts';
import { makeHostileRobot } from './hostileRobots.ts';
import { checkInputFaults, checkVisitorText, type FuzzFindings } from './judge.ts';
import type { Random } from './random.ts';

const MAX_REMARKS = 50; // remarks of a robot
const MAX_TASKS = 20_000;

/** Imports a hostile robot as the page and the command line do. */
export function checkHostileRobot(random: Random, { catalogue }: Engine): FuzzFindings {
  const { file, files } = makeHostileRobot(random);
  const encoder = new TextEncoder();
  const folder = createFolder(
    new Map([...files].map(([path, text]) => [path, encoder.encode(text)])),
  );
  findRobotFile(folder);
  const read = readRobot(folder, file, new Map());
  if (!read.ok) return checkRefusal(read);
  const imported = importRobot(read.value.robot, {}, read.remarks, catalogue);
  if (!imported.ok) return checkRefusal(imported);
  return imported.remarks
    .slice(0, MAX_REMARKS)
    .flatMap((each) => checkVisitorText(formatRemark(each)));
}

const checkRefusal = (read: Extract<ReadResult<unknown>, { ok: false }>): FuzzFindings =>
  checkInputFaults(read.faults.map(({ element, reason }) => ({ path: element, reason })));

export async function checkHostileMesh(random: Random): Promise<FuzzFindings> {
  const { name, bytes } = makeHostileMesh(random);
  const read = await readMesh(name, bytes, () => null);
  if (!read.ok) return checkVisitorText(read.reason);
  const count = read.triangles.length / 9;
  return count > 0 && count <= MAX_TRIANGLES ? [] : [`${count} triangles of ${name}`];
}

/** Reads a study of a scene, valid or spoilt, and plans it for the page if it is accepted. */
export function checkRandomStudy(
  random: Random,
  scenario: object,
  { catalogue }: Engine,
): FuzzFindings {
  const axis = { path: 'methods[0].maxStep', from: 0.01, to: 1, count: random.integer(2, 1000) };
  const plane = {
    kind: 'plane',
    origin: [0, 0, 0],
    u: [1, 0, 0],
    v: [0, 1, 0],
    columns: 9,
    rows: 9,
  };
  const document = {
    iklabStudy: 1,
    scenario,
    sampling: random.pick([{ kind: 'reachable' }, { kind: 'reachable', start: 'random' }, plane]),
    sweep: random.chance(0.3) ? [axis] : [],
    restarts: random.pick([null, { most: random.integer(0, 1000) }]),
    count: random.chance(0.3) ? Math.floor(random.logUniform(1, 1e8)) : random.integer(1, 81),
  };
  const text = random.chance(0.5) ? JSON.stringify(document) : corruptDocument(random, document);
  const read = parseStudyText(text, catalogue);
  if (!read.ok) return checkInputFaults(read.faults, true);
  const study = read.value;
  if (!studyFitsInPage(study)) return checkVisitorText(studySizeFault(study));
  const { key, tasks } = planStudyTasks(study, 'b');
  const found =
    key === studyResultsKey(study, 'b') ? [] : ['a plan and its study have different keys'];
  const weight = tasks.reduce((sum, task) => sum + task.weight, 0);
  if (weight !== study.cells.length * study.count)
    return [...found, `tasks with ${weight} problems`];
  return tasks.length > MAX_TASKS ? [...found, `${tasks.length} tasks`] : found;
}
