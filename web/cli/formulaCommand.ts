import { withCardTexts } from '@iklab/core/engine';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import { quoteFileName } from '@iklab/core/scenario/checks';
import { type Catalogue, type FormulaFindings, methodRow } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { runGeneratorToEnd } from '@iklab/core/time';
import { compareWithBuiltIn, methodAgreementText } from '@iklab/run/session';
import type { Command } from './command.ts';
import { makeInputError, UsageError, valueOrThrow } from './errors.ts';
import { checkFormulaFile, readFormulaFile } from './formulaFile.ts';
import { formatParams } from './listings.ts';
import { readDocument } from './readDocument.ts';

export const formulaCommand: Command = {
  usage: 'formula FILE|- [--scene FILE [--agree METHOD]]',
  help: `Prints the parameters that a formula declares, what each of its lines assigns, and the cost of an
update. Errors go to standard error with line and column, and the exit status is 1.

  --scene FILE    a scenario document: print sizes and cost for its scene
  --agree METHOD  compare the steps with those of a built-in method, for 60 updates of that scene;
                  exit status 1 if they differ. The method has its published constants (the defaults
                  of document version 1), and neither has a target clamp or step limit

FILE contains the formula; - reads it from standard input.

  iklab formula mine.ik
  iklab formula mine.ik --scene scene.json --agree dls`,
  operands: { least: 1, most: 1 },
  options: ['scene', 'agree'],
  async run({ operands: [file = ''], options: { scene, agree }, engine, out }) {
    if (file === '-' && scene === '-')
      throw new UsageError('--scene: standard input can only be read once');
    if (agree !== undefined && scene === undefined)
      throw new UsageError('--agree needs --scene FILE, in which the methods are compared');
    const catalogue = withCardTexts(engine.catalogue);
    if (agree !== undefined && !methodRow(catalogue, agree))
      throw new UsageError(`--agree: unknown method ${agree}; iklab methods lists all`);
    const text = await readFormulaFile(file);
    const resolvedScene = scene === undefined ? undefined : await readScene(scene, catalogue);
    const reading = catalogue.readFormula(text, resolvedScene);
    const { row, cost } = reading;
    if (row && row.params.length > 0)
      out.line(['parameters', ...formatParams(row.params)].join('\n'));
    for (const line of formatShapeLines(text, reading)) out.line(line);
    if (cost)
      out.line(
        `cost: at most ${cost.operations} operations per update; ${cost.allowed} are allowed`,
      );
    await out.flush(); // Prints the findings before an error is thrown.
    checkFormulaFile(file, reading);
    if (agree === undefined || !resolvedScene) return;
    const found = runGeneratorToEnd(
      compareWithBuiltIn(engine, resolvedScene.scenario, text, { id: agree }),
    );
    const message = methodAgreementText(found, agree);
    if (found.fault || found.since !== null) throw makeInputError(quoteFileName(file), message);
    out.line(message);
  },
};

const readScene = async (file: string, catalogue: Catalogue): Promise<Scene> =>
  resolveScenario(valueOrThrow(parseScenarioDocument(await readDocument(file), catalogue)));

const MAX_SHOWN = 60; // Characters of a line that are shown.

function formatShapeLines(text: string, { lines }: FormulaFindings): readonly string[] {
  const written = text.split('\n');
  const rows = lines.map(({ line, shape, size }) => {
    const code = written[line - 1]?.trimEnd() ?? '';
    return [
      String(line),
      code.length > MAX_SHOWN ? `${code.slice(0, MAX_SHOWN - 1)}…` : code,
      shape,
      size,
    ];
  });
  const width = (column: number) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0));
  const widths = [0, 1, 2].map(width);
  const formatted = rows.map(([line = '', code = '', shape = '', size = '']) => {
    const [number, ...cells] = [
      line.padStart(widths[0] ?? 0),
      code.padEnd(widths[1] ?? 0),
      shape.padEnd(widths[2] ?? 0),
    ];
    return `  ${[number, ...cells, size].join('  ')}`.trimEnd();
  });
  return formatted.length === 0 ? [] : ['lines', ...formatted];
}
