/** Goals that move by sines, as a JavaScript function of time. */
import type { Motion, Vec3 } from '../scenario/index.ts';
import { number } from './codeText.ts';

/** The position at `time`, as an expression. */
export function movingPosition(position: Vec3, motion: Motion | null): string {
  const axes = position.map((base, i) => {
    if (motion?.kind !== 'sine' || motion.amplitude[i] === 0) return number(base);
    const [amplitude, period, phase] = [motion.amplitude, motion.period, motion.phase].map((all) =>
      number(all[i] as number),
    );
    const angle = `(2 * Math.PI * time) / ${period}${phase === '0' ? '' : ` + ${phase}`}`;
    return `${number(base)} + ${amplitude} * Math.sin(${angle})`;
  });
  return `[${axes.join(', ')}]`;
}
