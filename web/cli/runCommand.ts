import { methodConstantsText } from '@iklab/core/document/edits';
import type { MethodPanel } from '@iklab/core/scenario';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  DEFAULT_RUN_UPDATES,
  interleavedRecords,
  jsonLinesFormat,
  RecordCsvFormat,
  type RecordFormat,
  type ReportedPanel,
  reportedPanels,
  runScenarioPanel,
} from '@iklab/run/history/records';
import type { Command, CommandCall } from './command.ts';
import { checkFormatOption, UsageError } from './errors.ts';
import { makeFormulaPanels } from './formulaFile.ts';
import { checkMotionOptions, MotionFileOutput } from './motionFileOutput.ts';
import { parseScenario } from './parseScenario.ts';
import { readDocument } from './readDocument.ts';
import { selectPanels } from './selectPanels.ts';
import { TraceTableFormat } from './traceTableFormat.ts';

const FORMATS = ['table', 'jsonl', 'csv'];

export const runCommand: Command = {
  usage:
    'run FILE|- [--method ID]… [--formula FILE]… [--updates N] [--format table|jsonl|csv] [--motion FILE [--skeleton BVH]]',
  help: `Runs a scenario and prints one record per update and panel, an entry of its "methods".

FILE is a scenario document (JSON), or an .iklab.zip that the page saved with a robot's files;
- reads a document from standard input. The printed errors only cover constrained components: what a target
lists as "free" is ignored.

  --method ID   run only the panels of this method (id, label, or preset of a method); repeat for
                several. A method that is not in the document runs with its defaults.
  --formula FILE
                add a panel with the formula of this file, named after the file; repeat for several
  --updates N   updates per panel. Default: ${DEFAULT_RUN_UPDATES}; in mode converge, until the panels stop.
  --format F    table (default): update (k), rank used, error before the update (m), step (rad, m).
                Below: why the run ended and, if targets that do not move were not reached, the cause
                jsonl: one JSON object per line; csv: a header, then one row per record. Both have
                the numbers that methods display ("shown", shown.NAME). The last record of a panel
                that has not reached targets that do not move also has "cause" and "causeJoint" (the
                joint whose limit is in the way)
  --motion FILE also write the motion of one panel, in the format of the ending: .bvh, .glb (animated
                glTF), .csv (seconds, radians, lengths of the scene) or .yaml (JointTrajectory of ROS, in
                metres). The start pose, then one pose per frame, timeStep apart; per update in mode
                converge if the targets do not move
  --skeleton BVH
                the BVH file from which the scenario was imported: --motion FILE.bvh keeps its joints,
                offsets and channels. Default: that in the .iklab.zip

  iklab run scene.json --method sdls --updates 20
  iklab run scene.json --formula mine.ik --method dls
  iklab run scene.json --format jsonl | head -1
  iklab run walk.json --method dls --updates 240 --motion solved.bvh --skeleton walk.bvh
  iklab presets tabaczynski-5-link | iklab run -`,
  operands: { least: 1, most: 1 },
  options: ['method', 'formula', 'updates', 'format', 'motion', 'skeleton'],
  check({ format, updates, motion, skeleton }) {
    checkFormatOption(format, FORMATS);
    checkMotionOptions({ motion, skeleton });
    if (updates === undefined || /^[1-9]\d{0,8}$/.test(updates)) return;
    const reason = 'must be a whole number from 1 to 999999999';
    throw new UsageError(`--updates ${reason}; got ${quoteInOneLine(updates)}`);
  },
  run,
};

async function run({ operands, options, engine, out }: CommandCall): Promise<void> {
  const [file = ''] = operands;
  const files = options.formula ?? [];
  if ([file, ...files].filter((name) => name === '-').length > 1)
    throw new UsageError('--formula: standard input can only be read once');
  const document = await readDocument(file);
  const fullScenario = parseScenario(document, engine.catalogue);
  const wanted = options.method ?? [];
  const further = await makeFormulaPanels(files, engine.catalogue);
  const { scenario, numbers } = selectPanels(
    document,
    fullScenario,
    wanted,
    further,
    engine.catalogue,
  );
  const motion = options.motion === undefined ? null : new MotionFileOutput(scenario, options);
  const panels = reportedPanels(scenario, engine, numbers);
  const table = (options.format ?? 'table') === 'table';
  const constantsOf = (panel: MethodPanel) =>
    methodConstantsText(panel, scenario, engine.catalogue);
  const format = table
    ? new TraceTableFormat(panels.length > 1, constantsOf)
    : makeFormat(options.format, panels);
  const updates = options.updates === undefined ? null : Number(options.updates);
  // A table prints one panel after the other, so the runs of a table are not interleaved.
  for (const part of table ? panels.map((panel) => [panel]) : [panels]) {
    const runs = part.map((each) =>
      runScenarioPanel(scenario, panels.indexOf(each), updates, engine),
    );
    for (const record of interleavedRecords(runs)) {
      motion?.add(record);
      // A motion is written even if nobody reads the records.
      if (out.closed && motion) continue;
      for (const line of format.record(record, part[record.panel] as ReportedPanel)) out.line(line);
      if (out.full) await out.flush();
      if (out.closed && !motion) return;
    }
    for (const line of format.end()) out.line(line);
  }
  await motion?.write(file);
}

const makeFormat = (name: string | undefined, panels: readonly ReportedPanel[]): RecordFormat =>
  name === 'csv' ? new RecordCsvFormat(panels) : jsonLinesFormat;
