import { angleFigure } from 'iklab/format';
import type { InstanceState } from 'iklab/run';

/** The remaining error of a panel: the distance, and the angle if a target has an orientation. */
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
