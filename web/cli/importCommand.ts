import { CURRENT_DOCUMENT_VERSION, compactDocument, prettyJson } from '@iklab/core/scenario';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { DescriptionOptions } from '@iklab/robots';
import { DESCRIPTION_OPTION_VALUES, isSdfModelName } from '@iklab/robots/descriptionOptions';
import type { Command, CommandOptions } from './command.ts';
import { checkFormatOption, UsageError, valueOrThrow } from './errors.ts';

export const importCommand: Command = {
  usage: 'import FILE|FOLDER|ZIP [--effector LINK]… [--leaves] [--format scenario|report]',
  help: `Prints a robot description as a scenario document with the targets at the effectors. Standard error
reports what was left out or changed, and warns where results may differ from the file. For an arm with five joints, rotation about the vertical is
unconstrained ("free" of its target) if the arm can reach such poses.

  --effector LINK   an effector; repeat for several. Default: those of the nearest SRDF whose end
                    links are in the robot, otherwise guessed by name
  --leaves          use every link without child links as an effector
  --root LINK       use this link's frame as the world frame
  --all-joints      keep joints that move no effector
  --free-root, --fixed-root
                    let a floating base move, with three prismatic and three revolute joints, or fix
                    it. Default: a BVH moves (with the channels of its root), others are fixed
  --up x|y|z        the axis that points up. Default: y for glTF, VRM and BVH, otherwise z
  --arg NAME:=VALUE an argument of a xacro
  --angles radians|degrees, --lengths metres|millimetres
                    units of a URDF, xacro, MJCF or SDF file that are not those of its format
  --convention standard|modified
                    convention of a Denavit-Hartenberg table. Default: as the table states
  --model NAME      one of several models of an SDF file. Default: the first with a joint that moves
  --file PATH       the robot's file in a folder or an archive with several robots
  --format          scenario (default), or report: one JSON object with what was imported and left out

FILE is a URDF, a xacro, MJCF, SDF (.sdf, .world), the skeleton of a glTF (.gltf, .glb), a VRM avatar
or animation (.vrm, .vrma) or a recorded motion (.bvh), or a Denavit-Hartenberg table: with the
headings a, alpha, d and theta (.csv, .tsv, .md, .tex, .txt), or in Python, MATLAB or C++ code, such as
the links of the Robotics Toolbox or the bodies of rigidBodyTree (.py, .m, .cpp, .h). In a FOLDER or a ZIP, it is the file that no
other file includes.

  iklab import ur5e.urdf > ur5e.json`,
  operands: { least: 1, most: 1 },
  options: [
    'effector',
    'leaves',
    'root',
    'all-joints',
    'free-root',
    'fixed-root',
    'up',
    'arg',
    'angles',
    'lengths',
    'convention',
    'model',
    'file',
    'format',
  ],
  check({ format, up, arg = [], ...options }) {
    checkFormatOption(format, ['scenario', 'report']);
    parseUp(up);
    parseArguments(arg);
    parseOptions(options);
    if (options['free-root'] && options['fixed-root'])
      throw new UsageError('--free-root and --fixed-root exclude each other');
  },
  async run({ operands: [operand = ''], options, engine: { catalogue }, out }) {
    // Loaded on demand: the readers are more than half of the program, and only this command needs
    // them.
    const { completeImportedScenario, readImportedRobot: readImported } = await import(
      './readImportedRobot.ts'
    );
    const [up, args] = [parseUp(options.up), parseArguments(options.arg ?? [])];
    const imported = readImported(
      operand,
      options,
      { up, args, reading: parseOptions(options) },
      catalogue,
    );
    if (options.format === 'report') return void out.line(JSON.stringify(imported.report));
    // Without the stop rules of the page's scenes: in a study they would stop runs that reach.
    const document = { ...imported.document, iklab: CURRENT_DOCUMENT_VERSION };
    const scenario = valueOrThrow(completeImportedScenario(document, catalogue));
    out.line(prettyJson(compactDocument(scenario, catalogue)));
  },
};

const UP_AXES = ['x', 'y', 'z'] as const;

function parseUp(text: string | undefined): (typeof UP_AXES)[number] | undefined {
  const up = UP_AXES.find((axis) => axis === text);
  if (text === undefined || up) return up;
  throw new UsageError(`--up must be x, y or z; got ${quoteInOneLine(text)}`);
}

function parseOptions({ angles, lengths, convention, model }: CommandOptions): DescriptionOptions {
  if (model !== undefined && !isSdfModelName(model))
    throw new UsageError(`--model must be the name of a model; got ${quoteInOneLine(model)}`);
  return {
    ...parseChoice('angles', angles),
    ...parseChoice('lengths', lengths),
    ...parseChoice('convention', convention),
    ...(model !== undefined && { model }),
  };
}

function parseChoice(
  key: keyof typeof DESCRIPTION_OPTION_VALUES,
  text: string | undefined,
): DescriptionOptions {
  if (text === undefined) return {};
  const values: readonly string[] = DESCRIPTION_OPTION_VALUES[key];
  if (values.includes(text)) return { [key]: text };
  throw new UsageError(`--${key} must be ${values.join(' or ')}; got ${quoteInOneLine(text)}`);
}

function parseArguments(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text) => {
      const separator = text.indexOf(':=');
      if (separator < 1)
        throw new UsageError(`--arg must be NAME:=VALUE; got ${quoteInOneLine(text)}`);
      return [text.slice(0, separator), text.slice(separator + 2)];
    }),
  );
}
