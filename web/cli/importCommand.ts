/** `iklab import`: converts a robot description to a scenario. */
import { compactDocument, prettyJson, quote } from 'iklab/scenario';
import type { Command } from './command.ts';
import { acceptedValue, checkFormat, UsageError } from './errors.ts';

export const importCommand: Command = {
  usage: 'import FILE|FOLDER|ZIP [--effector LINK]… [--leaves] [--format scenario|report]',
  help: `Prints a robot description as a scenario document with the targets at the effectors. Standard error
reports what was left out or changed. For an arm with five joints, rotation about the vertical is
unconstrained ("free" of its target) if the arm can reach such poses.

  --effector LINK   an effector; repeat for several. Default: those of an SRDF in the same
                    folder, otherwise guessed by name
  --leaves          use every link without child links as an effector
  --root LINK       use this link's frame as the world frame
  --all-joints      keep joints that move no effector
  --free-root       let a floating base move, with three prismatic and three revolute joints;
                    otherwise it is fixed
  --up x|y|z        the axis that points up. Default: y for glTF, VRM and BVH, otherwise z
  --arg NAME:=VALUE an argument of a xacro
  --file PATH       the robot's file in a folder or an archive with several robots
  --format          scenario (default), or report: one JSON object with what was imported and left out

FILE is a URDF, a xacro, MJCF, the skeleton of a glTF (.gltf, .glb), a VRM avatar or animation
(.vrm, .vrma) or a recorded motion (.bvh), or a Denavit-Hartenberg table (.csv, .tsv, .md, .tex,
.txt, .py, .m) with the headings a, alpha, d and theta. In a FOLDER or a ZIP, it is the file that no
other file includes.

  iklab import ur5e.urdf > ur5e.json`,
  operands: { least: 1, most: 1 },
  options: ['effector', 'leaves', 'root', 'all-joints', 'free-root', 'up', 'arg', 'file', 'format'],
  check({ format, up, arg = [] }) {
    checkFormat(format, ['scenario', 'report']);
    upOf(up);
    argumentsOf(arg);
  },
  async run({ operands: [operand = ''], options, engine: { catalogue }, out }) {
    // Loaded on demand: the readers are more than half of the program, and only this command needs
    // them.
    const { fittedScenario, readImported } = await import('./importedRobot.ts');
    const [up, args] = [upOf(options.up), argumentsOf(options.arg ?? [])];
    const imported = readImported(operand, options, up, args, catalogue);
    if (options.format === 'report') return void out.line(JSON.stringify(imported.report));
    const scenario = acceptedValue(fittedScenario(imported.document, catalogue));
    out.line(prettyJson(compactDocument(scenario, catalogue)));
  },
};

const UP = ['x', 'y', 'z'] as const;

function upOf(text: string | undefined): (typeof UP)[number] | undefined {
  const up = UP.find((axis) => axis === text);
  if (text === undefined || up) return up;
  throw new UsageError(`--up must be x, y or z; got ${quote(text)}`);
}

function argumentsOf(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((text) => {
      const at = text.indexOf(':=');
      if (at < 1) throw new UsageError(`--arg must be NAME:=VALUE; got ${quote(text)}`);
      return [text.slice(0, at), text.slice(at + 2)];
    }),
  );
}
