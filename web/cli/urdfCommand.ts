/** `iklab urdf`: the tree of a scenario as URDF. */
import { writeUrdf } from '@iklab/robots';
import { resolve } from 'iklab/scenario';
import type { Command } from './command.ts';
import { readDocument } from './readDocument.ts';
import { scenarioOf } from './scenarioOf.ts';

export const urdfCommand: Command = {
  usage: 'urdf FILE|-',
  help: `Prints the mechanism of a scenario as URDF: a link for the world, for each joint and for each effector,
numbers as shortest decimals. Read again, it is the same mechanism. What URDF has no word for (a slide
without limits, a screw) is told on standard error; effort and velocity are 0, for nothing is known of them.

FILE is a scenario document (JSON), or the .iklab.zip that the page saves of a robot with its files;
- reads a document from standard input.

  iklab urdf scene.json > robot.urdf`,
  operands: { least: 1, most: 1 },
  options: [],
  async run({ operands: [file = ''], engine, out }) {
    const scenario = scenarioOf(await readDocument(file), engine.catalogue);
    const { text, remarks } = writeUrdf(resolve(scenario).tree, scenario.name);
    for (const remark of remarks) console.error(`note: ${remark}`);
    out.write(text);
  },
};
