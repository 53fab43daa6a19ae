import { allStill, type Engine } from 'iklab/engine';
import { parse, quote, resolve, type Scenario } from 'iklab/scenario';
import type { Call, Command } from './command.ts';
import { acceptedValue, checkFormat, UsageError } from './errors.ts';
import { Csv, type Format, jsonLines, type ReportedPanel, Table } from './formats.ts';
import { selectPanels } from './panels.ts';
import { readDocument } from './readDocument.ts';
import { interleavedRecords, type PanelRecord, panelRecords } from './records.ts';

const FORMATS = ['table', 'jsonl', 'csv'];
const UPDATES = 100;

export const runCommand: Command = {
  usage: 'run FILE|- [--method ID]… [--updates N] [--format table|jsonl|csv]',
  help: `Runs a scenario and prints one record per update and panel.

FILE is a scenario document (JSON), or the .iklab.zip that the page saves of a robot with its files;
- reads a document from standard input. Errors are of what its targets ask for: what "free" of a target
leaves free does not count.

  --method ID   only the panels of this method (id, label, or preset of a method); more than once
                for several. A method that the document lacks is run with its defaults instead.
  --updates N   updates of each panel. Default: ${UPDATES}; in mode converge, until the panels stop.
  --format F    table (default): update, rank used, error at its start (m), step (rad, m)
                jsonl: a JSON object a line; csv: a header, then a row each

  iklab run scene.json --method sdls --updates 20
  iklab run scene.json --format jsonl | head -1
  iklab presets tabaczynski-5-link | iklab run -`,
  operands: { least: 1, most: 1 },
  options: ['method', 'updates', 'format'],
  check({ format, updates }) {
    checkFormat(format, FORMATS);
    if (updates === undefined || /^[1-9]\d{0,8}$/.test(updates)) return;
    const reason = 'must be a whole number from 1 to 999999999';
    throw new UsageError(`--updates ${reason}, is ${quote(updates)}`);
  },
  run,
};

async function run({ operands, options, engine, out }: Call): Promise<void> {
  const document = await readDocument(operands[0] ?? '');
  const whole = acceptedValue(parse(document, engine.catalogue));
  const wanted = options.method ?? [];
  const { scenario, numbers } = selectPanels(document, whole, wanted, engine.catalogue);
  const panels = scenario.methods.map((panel, i) => ({ number: numbers[i] ?? i, panel }));
  const table = (options.format ?? 'table') === 'table';
  const format = table ? new Table(panels.length > 1) : formatOf(options.format);
  const updates = options.updates === undefined ? null : Number(options.updates);
  // a table is of one panel after the other; nothing is kept for later
  for (const part of table ? panels.map((panel) => [panel]) : [panels]) {
    const runs = part.map(({ panel }) => runOf({ ...scenario, methods: [panel] }, updates, engine));
    for (const record of interleavedRecords(runs)) {
      for (const line of format.record(record, part[record.panel] as ReportedPanel)) out.line(line);
      if (out.full) await out.flush();
      if (out.closed) return;
    }
    for (const line of format.end()) out.line(line);
  }
}

/** The run of one panel: what the others do is nothing to it. */
function* runOf(
  scenario: Scenario,
  updates: number | null,
  engine: Engine,
): Generator<PanelRecord> {
  const scene = resolve(scenario);
  const converges = scenario.run.mode === 'converge';
  const lab = engine.open(scene, { watch: true });
  yield* panelRecords(lab, {
    updates: updates ?? (converges ? null : UPDATES),
    stopsForGood: converges && allStill(scene),
  });
  lab.close();
}

const formatOf = (name: string | undefined): Format => (name === 'csv' ? new Csv() : jsonLines);
