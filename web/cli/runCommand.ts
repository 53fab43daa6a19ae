import { allStill } from '../engine/replay.ts';
import { parse } from '../scenario/parse.ts';
import { resolve } from '../scenario/resolve.ts';
import { quote } from '../scenario/words.ts';
import type { Call, Command } from './command.ts';
import { accepted, checkFormat, UsageError } from './faults.ts';
import { Csv, type Format, jsonLines, Table, type ToldPanel } from './formats.ts';
import { readDocument } from './input.ts';
import { selectPanels } from './panels.ts';
import { runRecords } from './records.ts';

const FORMATS = ['table', 'jsonl', 'csv'];
const UPDATES = 100;

export const runCommand: Command = {
  usage: 'run FILE|- [--method ID]… [--updates N] [--format table|jsonl|csv]',
  help: `Runs a scenario and prints one record per update and panel.

FILE is a scenario document (JSON); - reads it from standard input.

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
  const whole = accepted(parse(document, engine.catalogue));
  const wanted = options.method ?? [];
  const { scenario, numbers } = selectPanels(document, whole, wanted, engine.catalogue);
  const scene = resolve(scenario);
  const converges = scenario.run.mode === 'converge';
  const lab = engine.open(scene, { watch: true });
  const records = runRecords(lab, {
    updates: options.updates ? Number(options.updates) : converges ? null : UPDATES,
    stopsForGood: converges && allStill(scene),
  });
  const panels = scenario.methods.map((panel, i) => ({ number: numbers[i] ?? i, panel }));
  const format = formatOf(options.format, panels);
  for (const record of records) {
    for (const line of format.record(record, panels[record.panel] as ToldPanel)) out.line(line);
    if (out.full) await out.flush();
    if (out.closed) break;
  }
  for (const line of format.tail()) out.line(line);
  lab.close();
}

function formatOf(name: string | undefined, panels: readonly ToldPanel[]): Format {
  if (name === 'jsonl') return jsonLines;
  return name === 'csv' ? new Csv() : new Table(panels);
}
