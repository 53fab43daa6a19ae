import { angleFigure } from 'iklab/format';
import type { InstanceState } from 'iklab/run';

export function Amount({
  panel: { errorFigure, angle },
  look,
}: {
  panel: InstanceState;
  look: string | undefined;
}) {
  const { value, unit } = errorFigure.value;
  return (
    <span class={look}>
      <b>{value}</b> <span>{unit}</span>
      {angle.value !== null && (
        <span class="turned">
          <i> · </i>
          {angleFigure(angle.value)}
        </span>
      )}
    </span>
  );
}
