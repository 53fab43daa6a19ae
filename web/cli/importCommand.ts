/** `iklab import`: a robot description as a scenario. */
import { compactDocument, prettyJson, quote } from 'iklab/scenario';
import type { Command } from './command.ts';
import { acceptedValue, checkFormat, UsageError } from './errors.ts';

export const importCommand: Command = {
  usage: 'import FILE|FOLDER|ZIP [--effector LINK]… [--leaves] [--format scenario|report]',
  help: `Prints a robot description as a scenario document, its targets where the effectors stand.
What was left out or changed goes to standard error. Of five joints all is asked but the turn about the
vertical, where they can do that ("free" of its target).

  --effector LINK   an effector, again for each further one; by default those of an SRDF
                    beside it, else guessed by name
  --leaves          every link that carries no other is an effector
  --root LINK       the link whose frame is the world
  --all-joints      also joints that move no effector
  --free-root       what floats moves, by three slides and three hinges; it is held otherwise
  --up x|y|z        the axis that points up; by default y of glTF and BVH, else z
  --arg NAME:=VALUE an argument of a xacro
  --file PATH       which file of a folder or an archive is the robot, where it has several
  --format          scenario (default), or report: one JSON object of what was taken and left out

FILE is a URDF, a xacro, MJCF, the skeleton of a glTF (.gltf, .glb) or of a recorded motion (.bvh),
or a table of Denavit and Hartenberg (.csv, .tsv, .md, .tex, .txt, .py, .m) with the headings a,
alpha, d and theta; of a FOLDER or a ZIP the one that no other includes.

  iklab import ur5e.urdf > ur5e.json`,
  operands: { least: 1, most: 1 },
  options: ['effector', 'leaves', 'root', 'all-joints', 'free-root', 'up', 'arg', 'file', 'format'],
  check({ format, up, arg = [] }) {
    checkFormat(format, ['scenario', 'report']);
    upOf(up);
    argumentsOf(arg);
  },
  async run({ operands: [operand = ''], options, engine: { catalogue }, out }) {
    // the readers are more than half of the program, and no other command has use for them
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
  throw new UsageError(`--up must be x, y or z, is ${quote(text)}`);
}

function argumentsOf(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((text) => {
      const at = text.indexOf(':=');
      if (at < 1) throw new UsageError(`--arg must be NAME:=VALUE, is ${quote(text)}`);
      return [text.slice(0, at), text.slice(at + 2)];
    }),
  );
}
