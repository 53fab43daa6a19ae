import { writeFileSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { resolveScenario, type Scenario, type Scene } from '@iklab/core/scenario';
import { listWords, quoteInOneLine } from '@iklab/core/scenario/checks';
import { MOTION_FORMATS, type MotionFormat } from '@iklab/robots/motion/motionForms';
import { type PanelRecord, TrajectoryRecorder } from '@iklab/run/history/records';
import type { CommandOptions } from './command.ts';
import { makeInputError, UsageError } from './errors.ts';
import { getCallerFolder } from './readInputText.ts';
import { toOutputWriteError } from './study/rowsOutput.ts';

type MotionOptions = Pick<CommandOptions, 'motion' | 'skeleton'>;

export function checkMotionOptions({ motion, skeleton }: MotionOptions): void {
  if (motion !== undefined) formOf(motion);
  if (skeleton === undefined) return;
  if (motion === undefined || formOf(motion) !== 'bvh')
    throw new UsageError('--skeleton needs --motion FILE.bvh');
}

function formOf(file: string): MotionFormat {
  const form = MOTION_FORMATS.find((each) => file.toLowerCase().endsWith(`.${each}`));
  if (form) return form;
  const allowed = MOTION_FORMATS.map((each) => `.${each}`).join(', ');
  throw new UsageError(`--motion must end with one of ${allowed}; got ${quoteInOneLine(file)}`);
}

export class MotionFileOutput {
  readonly #options: MotionOptions;
  readonly #scene: Scene;
  readonly #recorder: TrajectoryRecorder;

  /** Throws a UsageError unless the scenario has one panel. */
  constructor(scenario: Scenario, options: MotionOptions) {
    const { methods } = scenario;
    if (methods.length !== 1) {
      const labels = listWords(methods.map(({ label }) => label));
      throw new UsageError(`--motion needs one panel; choose it with --method: ${labels}`);
    }
    this.#options = options;
    this.#scene = resolveScenario(scenario);
    this.#recorder = new TrajectoryRecorder(this.#scene);
  }

  add(record: PanelRecord): void {
    try {
      this.#recorder.add(record);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw makeInputError('--motion', `the run ${error.message}; use a smaller --updates`);
    }
  }

  async write(operand: string): Promise<void> {
    const { motion = '', skeleton } = this.#options;
    const form = formOf(motion);
    // The writers need the readers of robots, which most calls do not.
    const { writeMotionFile: motionFile } = await import('@iklab/robots/motion');
    const source = form === 'bvh' ? await sourceOf(skeleton, operand) : null;
    const { content, remarks } = motionFile(form, this.#scene, this.#recorder.trajectory, source);
    for (const remark of remarks) console.error(`note: ${remark}`);
    const path = resolvePath(getCallerFolder(), motion);
    try {
      writeFileSync(path, content);
    } catch (error) {
      throw toOutputWriteError(path, error);
    }
  }
}

async function sourceOf(skeleton: string | undefined, operand: string): Promise<string | null> {
  if (skeleton === undefined && !/\.zip$/i.test(operand)) return null;
  const { readArchiveBvh: carriedBvh, readBvhOperand: namedBvh } = await import(
    './readBvhOperand.ts'
  );
  return skeleton === undefined ? carriedBvh(operand) : namedBvh(skeleton);
}
