import { replayHash, withCardTexts } from '@iklab/core/engine';
import {
  CURRENT_DOCUMENT_VERSION,
  compactDocument,
  fullDocument,
  type PlainObject,
  prettyJson,
  resolveScenario,
} from '@iklab/core/scenario';
import { listWords, nearestWordSuggestion, quoteInOneLine } from '@iklab/core/scenario/checks';
import { decodeLink } from '@iklab/core/scenario/link';
import { encodeLink, LinkTooLongError } from '@iklab/core/scenario/link/encodeLink';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { loadedScenarioPresetIds, scenarioPreset } from '@iklab/core/scenario/presets';
import {
  decodeAnyStudyLink,
  encodeStudyLink,
  isStudyDocument,
  isStudyLink,
} from '@iklab/study/document';
import { compactAnyStudyDocument, fullAnyStudyDocument, parseAnyStudy } from '@iklab/study/follow';
import type { Command } from './command.ts';
import { checkFormatOption, makeInputError, UsageError, valueOrThrow } from './errors.ts';
import { formulaCommand } from './formulaCommand.ts';
import { importCommand } from './importCommand.ts';
import { formatMethods, formatMethodsJson, formatPresets } from './listings.ts';
import { parseScenario } from './parseScenario.ts';
import { poseCommand } from './poseCommand.ts';
import { readDocument } from './readDocument.ts';
import { readInputText } from './readInputText.ts';
import { runCommand } from './runCommand.ts';
import { solutionsCommand } from './solutionsCommand.ts';
import { solveCommand } from './solveCommand.ts';
import { solverCheckCommand } from './solver/solverCheckCommand.ts';
import { mergeCommand } from './study/mergeCommand.ts';
import { readStudyFile } from './study/readStudyFile.ts';
import { studyCommand } from './study/studyCommand.ts';
import { urdfCommand } from './urdfCommand.ts';

const oneOperand = { least: 1, most: 1 };
const fileHelp = `FILE is a scenario document (JSON), or an .iklab.zip that the page saved with a robot's files;
- reads a document from standard input.`;

const readScenario = async (file: string | undefined, catalogue: Catalogue) =>
  parseScenario(await readDocument(file ?? ''), catalogue);

const link: Command = {
  usage: 'link FILE|-',
  help: `Prints the fragment of a link that contains the scenario, #s=1.…, or the study, #study=1.… If the link
would exceed 32 KiB, the document is refused; share the file instead.

${fileHelp}

  iklab link scene.json`,
  operands: oneOperand,
  options: [],
  async run({ operands, engine: { catalogue }, out }) {
    const document = await readStudyFile(operands[0] ?? '');
    const made = isStudyDocument(document)
      ? encodeStudyLink(valueOrThrow(parseAnyStudy(document, catalogue)), catalogue)
      : encodeLink(valueOrThrow(parseScenarioDocument(document, catalogue)), catalogue);
    const fragment = await made.catch((error) => {
      if (!(error instanceof LinkTooLongError)) throw error;
      throw makeInputError('link', `${error.message}; share the file instead`);
    });
    out.line(fragment);
  },
};

const open: Command = {
  usage: 'open LINK [--full]',
  help: `Prints the document of a link. LINK is a fragment (#s=1.…, #preset=… or #study=1.…) or a full
address; - reads it from standard input.

  --full   include default values

  iklab open '#preset=double-y&methods=dls,sdls'`,
  operands: oneOperand,
  options: ['full'],
  async run({ operands: [operand = ''], options, engine: { catalogue }, out }) {
    const text = operand === '-' ? await readInputText('-') : operand;
    const { build, document } = await openLink(text, options.full ?? false, catalogue);
    if (build !== null && build !== catalogue.build) {
      console.error(
        `note: the link was created by build ${quoteInOneLine(build)}; this is ${catalogue.build}`,
      );
    }
    out.line(prettyJson(document));
  },
};

const upgrade: Command = {
  usage: 'upgrade FILE|LINK|-',
  help: `Prints a scenario or a study as a document of version ${CURRENT_DOCUMENT_VERSION}, with every constant written out, so that
it computes the same results. Defaults of version 1: a method has the constants of its papers, the stop
rules are maxRises 3 and minImprovement 1e-5, and joint limits are ignored. Defaults of version 2: lengths
are scaled to the mechanism, no stop rule applies, and joints are clamped at their limits.

${fileHelp}
LINK is a fragment (#s=1.… or #study=1.…) or a full address.

  iklab upgrade old.json > new.json`,
  operands: oneOperand,
  options: [],
  async run({ operands: [operand = ''], engine: { catalogue }, out }) {
    const { document } = operand.includes('#')
      ? await openLink(operand, true, catalogue)
      : { document: withDefaults(await readStudyFile(operand), catalogue) };
    const study = isStudyDocument(document)
      ? { ...document, iklabStudy: CURRENT_DOCUMENT_VERSION }
      : document;
    out.line(prettyJson(study));
  },
};

function withDefaults(document: unknown, catalogue: Catalogue): PlainObject {
  if (isStudyDocument(document))
    return fullAnyStudyDocument(valueOrThrow(parseAnyStudy(document, catalogue)));
  return fullDocument(valueOrThrow(parseScenarioDocument(document, catalogue)));
}

async function openLink(text: string, full: boolean, catalogue: Catalogue) {
  if (isStudyLink(text)) {
    const { study, build } = valueOrThrow(await decodeAnyStudyLink(text, catalogue));
    return {
      build,
      document: full ? fullAnyStudyDocument(study) : compactAnyStudyDocument(study, catalogue),
    };
  }
  const { scenario, build } = valueOrThrow(await decodeLink(text, catalogue));
  return { build, document: full ? fullDocument(scenario) : compactDocument(scenario, catalogue) };
}

const hash: Command = {
  usage: 'hash FILE|-',
  help: `Prints the replay hash of a scenario, 64 bits in hex. It is the same everywhere for one build. The
command runs 240 frames with all their updates. It runs only one if the targets do not move and the run
mode is converge, which ends when all methods have stopped.

${fileHelp}

  iklab hash scene.json`,
  operands: oneOperand,
  options: [],
  async run({ operands, engine, out }) {
    out.line(
      replayHash(engine, resolveScenario(await readScenario(operands[0], engine.catalogue))),
    );
  },
};

const methods: Command = {
  usage: 'methods [--format table|json]',
  help: `Prints the methods with their parameters, defaults and ranges, and the presets of methods.
For the parameters of a formula, use iklab formula.

  iklab methods --format json`,
  operands: { least: 0, most: 0 },
  options: ['format'],
  check: ({ format }) => checkFormatOption(format, ['table', 'json']),
  run({ options: { format }, engine, out }) {
    const catalogue = withCardTexts(engine.catalogue);
    out.line(format === 'json' ? formatMethodsJson(catalogue) : formatMethods(catalogue));
  },
};

const presets: Command = {
  usage: 'presets [ID]',
  help: `Lists the built-in scenarios; with an ID, prints the document of that scenario.

  iklab presets human-arm > arm.json`,
  operands: { least: 0, most: 1 },
  options: [],
  run({ operands: [id], engine, out }) {
    if (id === undefined) return void out.line(formatPresets(engine.catalogue));
    const preset = scenarioPreset(id);
    const hint = `${nearestWordSuggestion(id, loadedScenarioPresetIds())}; expected one of: ${listWords(loadedScenarioPresetIds())}`;
    if (!preset) throw new UsageError(`unknown preset ${quoteInOneLine(id)}${hint}`);
    out.line(prettyJson(preset.document));
  },
};

export const commandsByName = new Map<string, Command>(
  Object.entries({
    solve: solveCommand,
    solutions: solutionsCommand,
    run: runCommand,
    study: studyCommand,
    merge: mergeCommand,
    link,
    open,
    upgrade,
    hash,
    import: importCommand,
    pose: poseCommand,
    urdf: urdfCommand,
    'solver-check': solverCheckCommand,
    methods,
    formula: formulaCommand,
    presets,
  }),
);

const exitHelp =
  'Exit status: 0 success, 1 invalid input or a failed check (errors on standard error), 2 wrong usage.';

export const generalHelp = `Compares inverse-kinematics methods on the same mechanism, with the same targets and clock.

${[...commandsByName.values()].map(({ usage }) => `  iklab ${usage}`).join('\n')}
  iklab COMMAND --help
  iklab --version

${exitHelp}`;

export const formatCommandHelp = ({ usage, help }: Command) =>
  `iklab ${usage}\n\n${help}\n\n${exitHelp}`;
