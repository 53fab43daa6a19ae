/** Hostile robots, meshes and studies: each must be accepted or rejected within seconds. */

import {
  createFolder,
  findRootFile,
  formatRemark,
  importRobot,
  MAX_TRIANGLES,
  type ReadResult,
  readMesh,
  readRobot,
} from '@iklab/robots';
import { fitsInPage, pageSizeFault, parseStudyText, studyKey, studyPlan } from '@iklab/study';
import type { Engine } from 'iklab/engine';
import { spoiltDocument } from './hostile.ts';
import { hostileMesh } from './hostileMeshes.ts';
import { hostileRobot } from './hostileRobots.ts';
import { type Findings, faultFindings, wordFindings } from './judge.ts';
import type { Random } from './random.ts';

const MOST_JUDGED = 50; // remarks of a robot
const MOST_TASKS = 20_000;

/** Imports a hostile robot as the page and the command line do. */
export function robotFindings(random: Random, { catalogue }: Engine): Findings {
  const { file, files } = hostileRobot(random);
  const encoder = new TextEncoder();
  const folder = createFolder(
    new Map([...files].map(([path, text]) => [path, encoder.encode(text)])),
  );
  findRootFile(folder);
  const read = readRobot(folder, file, new Map());
  if (!read.ok) return refusalFindings(read);
  const imported = importRobot(read.value.robot, {}, read.remarks, catalogue);
  if (!imported.ok) return refusalFindings(imported);
  return imported.remarks.slice(0, MOST_JUDGED).flatMap((each) => wordFindings(formatRemark(each)));
}

const refusalFindings = (read: Extract<ReadResult<unknown>, { ok: false }>): Findings =>
  faultFindings(read.faults.map(({ element, reason }) => ({ path: element, reason })));

export async function meshFindings(random: Random): Promise<Findings> {
  const { name, bytes } = hostileMesh(random);
  const read = await readMesh(name, bytes, () => null);
  if (!read.ok) return wordFindings(read.reason);
  const count = read.triangles.length / 9;
  return count > 0 && count <= MAX_TRIANGLES ? [] : [`${count} triangles of ${name}`];
}

/** Reads a study of a scene, valid or spoilt, and plans it for the page if it is accepted. */
export function studyFindings(random: Random, scenario: object, { catalogue }: Engine): Findings {
  const axis = { path: 'methods[0].maxStep', from: 0.01, to: 1, count: random.whole(2, 1000) };
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
    restarts: random.pick([null, { most: random.whole(0, 1000) }]),
    count: random.chance(0.3) ? Math.floor(random.size(1, 1e8)) : random.whole(1, 81),
  };
  const text = random.chance(0.5) ? JSON.stringify(document) : spoiltDocument(random, document);
  const read = parseStudyText(text, catalogue);
  if (!read.ok) return faultFindings(read.faults, true);
  const study = read.value;
  if (!fitsInPage(study)) return wordFindings(pageSizeFault(study));
  const { key, tasks } = studyPlan(study, 'b');
  const found = key === studyKey(study, 'b') ? [] : ['a plan and its study have different keys'];
  const weight = tasks.reduce((sum, task) => sum + task.weight, 0);
  if (weight !== study.cells.length * study.count)
    return [...found, `tasks with ${weight} problems`];
  return tasks.length > MOST_TASKS ? [...found, `${tasks.length} tasks`] : found;
}
