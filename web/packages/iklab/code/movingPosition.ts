/** Goals that move by sines, as a JavaScript function of time. */
import type { Motion, Vec3 } from '../scenario/index.ts';
import { writeNumber } from './codeText.ts';

/** The position at `time`, as an expression. */
export function movingPosition(position: Vec3, motion: Motion | null): string {
  const axes = position.map((base, i) => {
    if (motion?.kind !== 'sine' || motion.amplitude[i] === 0) return writeNumber(base);
    const [amplitude, period, phase] = [motion.amplitude, motion.period, motion.phase].map((all) =>
      writeNumber(all[i] as number),
    );
    const angle = `(2 * Math.PI * time) / ${period}${phase === '0' ? '' : ` + ${phase}`}`;
    return `${writeNumber(base)} + ${amplitude} * Math.sin(${angle})`;
  });
  return `[${axes.join(', ')}]`;
}
