/**
 * Reads SDF (sdformat.org, versions 1.0 to 1.12). A model that no joint attaches to the world has a
 * floating base.
 */
import { nearestWordSuggestion, quoteInOneLine } from '@iklab/core/scenario/checks';
import { ReaderNotes } from '../readerNotes.ts';
import type { XmlElement } from '../readXml.ts';
import type { Folder, ReadingRemedy, ReadResult, Robot } from '../robot.ts';
import { GEARBOX_TYPE, readSdfJointType } from './readSdfAxisJoints.ts';
import { SdfFrameResolver } from './sdfFrameResolver.ts';
import { formatMissingFiles, SdfIncludeReader } from './sdfIncludeReader.ts';
import { SdfModelReader } from './sdfModelReader.ts';
import { SdfRobotBuilder } from './sdfRobotBuilder.ts';
import { findSdfNode, type SdfNode, type SdfScope } from './sdfScope.ts';
import { SdfValueReader } from './sdfValueReader.ts';

/**
 * `folder`: contains the included files; `wanted`: name of the model to read if there are several.
 */
export function readSdf(root: XmlElement, folder: Folder, wanted?: string): ReadResult<Robot> {
  const notes = new ReaderNotes();
  const values = new SdfValueReader(notes);
  const includes = new SdfIncludeReader(root.file, folder, notes);
  const world = new SdfModelReader(values, includes).readWorld(root);
  if (notes.faults.length > 0) return notes.result(null as never);
  const scope = chooseModel(world, root, includes.missingFiles, wanted, notes);
  if (!scope) return notes.result(null as never);
  const robot = new SdfRobotBuilder(
    scope,
    new SdfFrameResolver(notes),
    values,
    folder,
    includes.missingFiles,
  );
  return notes.result(robot.read(scope.node?.name ?? ''));
}

const MOST_OFFERED = 12;

/**
 * Chooses the requested model, otherwise the first that moves. A world with joints is one robot.
 */
function chooseModel(
  world: SdfScope,
  root: XmlElement,
  missingFiles: readonly string[],
  wanted: string | undefined,
  notes: ReaderNotes,
): SdfScope | null {
  const isOne = world.nodes.some(({ kind }) => kind === 'joint');
  if (isOne && wanted === undefined) return world;
  if (isOne) {
    notes.addFault(
      root,
      'model',
      'joints of the world connect its models, so they are one robot; open it without choosing a model',
    );
    return null;
  }
  const models = world.nodes.filter(({ inner }) => inner !== null);
  const moving = models.filter(({ inner }) =>
    hasMovingJoint(inner as SdfScope, missingFiles.length > 0),
  );
  const first = wanted === undefined ? moving[0] : moving.find(({ name }) => name === wanted);
  if (first) {
    const otherModels = moving.filter((each) => each !== first);
    if (otherModels.length > 0) {
      const why = wanted === undefined ? 'it is the first' : 'it is the chosen one';
      const reason = `other models with joints: ${formatNames(otherModels)}; this one is used, because ${why}`;
      notes.addLeftOut(
        first.element,
        `model ${quoteInOneLine(first.name)}`,
        reason,
        true,
        remediesOf(otherModels),
      );
    }
    return first.inner;
  }
  if (wanted !== undefined && moving.length > 0) {
    const near = nearestWordSuggestion(
      wanted,
      moving.map(({ name }) => name),
    );
    const reason = `must be a model with a joint that moves: ${formatNames(moving)}; got ${quoteInOneLine(wanted)}${near}`;
    notes.addFault(root, 'model', reason);
    return null;
  }
  const lost = formatMissingFiles(missingFiles);
  const reason =
    models.length === 0
      ? `must contain a <model>${lost}`
      : `must contain a model with a joint that moves; got ${formatNames(models)}${lost}`;
  notes.addFault(root, '<sdf>', reason);
  return null;
}

const remediesOf = (models: readonly SdfNode[]): ReadingRemedy[] =>
  [...new Set(models.map(({ name }) => name))]
    .slice(0, MOST_OFFERED)
    .map((model) => ({ label: `Open ${model}`, reading: { model } }));

function formatNames(models: readonly SdfNode[]): string {
  const firstNames = models.slice(0, 6).map(({ name }) => quoteInOneLine(name));
  return firstNames.join(', ') + (models.length > 6 ? ` and ${models.length - 6} more` : '');
}

/**
 * Returns whether a model has a moving joint. If an included file is missing (`incomplete`), joints
 * without their child link do not count.
 */
const hasMovingJoint = ({ nodes }: SdfScope, incomplete: boolean): boolean =>
  nodes.some(
    (node) =>
      (node.kind === 'joint' &&
        !['fixed', GEARBOX_TYPE].includes(readSdfJointType(node)) &&
        !(incomplete && lacksChild(node))) ||
      (node.inner !== null && hasMovingJoint(node.inner, incomplete)),
  );

const lacksChild = ({ scope, base }: SdfNode): boolean =>
  base !== '' && findSdfNode(scope, base) === undefined;
