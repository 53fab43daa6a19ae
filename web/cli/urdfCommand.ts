import { resolveScenario } from '@iklab/core/scenario';
import { writeUrdf } from '@iklab/robots';
import type { Command } from './command.ts';
import { parseScenario } from './parseScenario.ts';
import { readDocument } from './readDocument.ts';

export const urdfCommand: Command = {
  usage: 'urdf FILE|-',
  help: `Prints the mechanism of a scenario as URDF, with a link for the world, each joint and each effector.
Numbers are shortest decimals, so reading the URDF gives the same mechanism. Standard error reports what
URDF cannot express (prismatic joints without limits, screw joints). Effort and velocity are unknown and 0.

FILE is a scenario document (JSON), or an .iklab.zip that the page saved with a robot's files;
- reads a document from standard input.

  iklab urdf scene.json > robot.urdf`,
  operands: { least: 1, most: 1 },
  options: [],
  async run({ operands: [file = ''], engine, out }) {
    const scenario = parseScenario(await readDocument(file), engine.catalogue);
    const { text, remarks } = writeUrdf(resolveScenario(scenario).tree, scenario.name);
    for (const remark of remarks) console.error(`note: ${remark}`);
    out.write(text);
  },
};
