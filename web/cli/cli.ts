import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Engine, EngineError, loadEngine } from '@iklab/core/engine';
import { faultsText, nearestWordSuggestion, quoteInOneLine } from '@iklab/core/scenario/checks';
import { version } from '../../package.json';
import '@iklab/core/scenario/presets/robotShelf';
import { BufferedOutput, OutputError } from './bufferedOutput.ts';
import { COMMAND_OPTIONS, type Command, type CommandOptions } from './command.ts';
import { commandsByName, formatCommandHelp, generalHelp } from './commands.ts';
import { InputError, InterruptedError, UsageError } from './errors.ts';
import { serveStudySlices } from './study/serveStudySlices.ts';

const readModule = (wasm: string) => new Uint8Array(readFileSync(wasm));

/** Runs this program as a worker thread of `iklab study`. `wasm`: path of the solver module. */
export const serveStudyThread = (wasm: string): Promise<void> => serveStudySlices(readModule(wasm));

/**
 * Returns the exit status. `launcher`: the script that starts the command line, also as a thread.
 */
export const main = (args: readonly string[], wasm: string, launcher: URL): Promise<number> =>
  runCommandWithEngine(args, launcher, () => loadEngine({ wasmBinary: readModule(wasm) }));

export async function runCommandWithEngine(
  args: readonly string[],
  launcher: URL,
  load: () => Promise<Engine>,
): Promise<number> {
  const out = new BufferedOutput();
  try {
    await dispatch(args, out, launcher, load);
    await out.flush();
    return 0;
  } catch (error) {
    return reportError(error);
  }
}

function reportError(error: unknown): number {
  if (error instanceof InputError) console.error(faultsText(error.faults));
  else if (error instanceof UsageError)
    console.error(`iklab: ${error.message}\nRun iklab --help for usage.`);
  else if (hasCompleteMessage(error)) console.error(`iklab: ${error.message}`);
  else throw error;
  if (error instanceof InterruptedError) return error.status;
  return error instanceof UsageError ? 2 : 1;
}

const hasCompleteMessage = (error: unknown): error is Error =>
  [EngineError, OutputError, InterruptedError].some((kind) => error instanceof kind);

async function dispatch(
  args: readonly string[],
  out: BufferedOutput,
  launcher: URL,
  load: () => Promise<Engine>,
) {
  const { values, positionals } = readArguments(args);
  const [name, ...operands] = positionals;
  const command = name === undefined ? undefined : commandsByName.get(name);
  if (values.version) {
    out.line(`iklab ${version} (build ${(await load()).catalogue.build})`);
  } else if (values.help || name === 'help') {
    out.line(command ? formatCommandHelp(command) : generalHelp);
  } else if (!command) {
    throw new UsageError(unknownCommandText(name));
  } else {
    checkCall(name ?? '', command, operands, values);
    await command.run({ operands, options: values, engine: await load(), out, launcher });
  }
}

function unknownCommandText(name: string | undefined): string {
  const names = [...commandsByName.keys()];
  if (name === undefined) return `missing command; expected one of: ${names.join(', ')}`;
  return `unknown command ${quoteInOneLine(name)}${nearestWordSuggestion(name, names)}; expected one of: ${names.join(', ')}`;
}

const NUMBERS_OPTION = /^--(position|orientation|tool)(?==|$)/;

/**
 * Joins an option with the numbers after it: `--position 1 -2 3` becomes `--position=1,-2,3`.
 * Otherwise `-2` looks like an option.
 */
function joinNumberOptions(args: readonly string[]): string[] {
  return args.reduce<string[]>((all, word) => {
    const option = all.at(-1) ?? '';
    if (NUMBERS_OPTION.test(option) && isNumber(word)) {
      all[all.length - 1] = `${option}${option.includes('=') ? ',' : '='}${word}`;
      return all;
    }
    if (/^-\d/.test(word) && /^--(updates|jobs|starts|swivel)$/.test(option))
      all[all.length - 1] = `${option}=${word}`;
    else all.push(word);
    return all;
  }, []);
}

const isNumber = (word: string): boolean =>
  /^[-+]?[.\d]/.test(word) && word.split(',').every((part) => Number.isFinite(Number(part)));

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: joinNumberOptions(args),
      options: COMMAND_OPTIONS,
      allowPositionals: true,
    });
  } catch (error) {
    // The first sentence names the fault; the rest is advice on quoting.
    const { message } = error as Error;
    throw new UsageError(message.split(/[.\n]/)[0] ?? message);
  }
}

function checkCall(
  name: string,
  command: Command,
  operands: readonly string[],
  values: CommandOptions,
) {
  const usage = `usage: iklab ${command.usage}`;
  if (operands.length < command.operands.least) throw new UsageError(`${name}: ${usage}`);
  const extra = operands[command.operands.most];
  if (extra !== undefined)
    throw new UsageError(`${name}: unexpected ${quoteInOneLine(extra)}; ${usage}`);
  const stray = Object.keys(values).find((key) => !command.options.some((known) => known === key));
  if (stray) throw new UsageError(`${name} has no option --${stray}; ${usage}`);
  command.check?.(values);
}
