import { type ErrorRulerScale, errorRulerLabel } from '@iklab/core/format';
import type { LengthUnit } from '@iklab/core/scenario';
import type { InstanceState } from '@iklab/run/session';
import { SlotMarkIcon } from './slotMarkIcon.tsx';

const percent = (share: number): string => `${100 * share}%`;

export function ErrorRuler(props: {
  readonly panel: InstanceState;
  readonly ruler: ErrorRulerScale;
  readonly tolerance: number | null;
}) {
  const { panel, ruler, tolerance } = props;
  const [position, start] = [
    ruler.position(panel.error.value),
    ruler.position(panel.startError.value),
  ];
  const span = {
    left: percent(Math.min(position, start)),
    width: percent(Math.abs(start - position)),
  };
  const { powers } = ruler;
  return (
    <div class={`ruler slot-${panel.slot}`} aria-hidden="true">
      {powers.map((power, i) => (
        <i key={power} class="tick" style={{ left: percent(i / (powers.length - 1)) }} />
      ))}
      {tolerance !== null && (
        <i class="tolerance" style={{ left: percent(ruler.position(tolerance)) }} />
      )}
      <i class="way" style={span} />
      <span class="at" style={{ left: percent(position) }}>
        <SlotMarkIcon slot={panel.slot} />
      </span>
    </div>
  );
}

export function ErrorRulerAxis({
  ruler: { powers },
  unit,
}: {
  ruler: ErrorRulerScale;
  unit: LengthUnit;
}) {
  return (
    <div class="ruler-axis" aria-hidden="true">
      {powers.map((power, i) => {
        const name = errorRulerLabel(power, unit);
        if (name === null) return null;
        return (
          <span key={power} style={{ left: percent(i / (powers.length - 1)) }}>
            {name}
          </span>
        );
      })}
    </div>
  );
}
