import { angleText } from '@iklab/core/format';
import type { InstanceState } from '@iklab/run/session';

export function PanelErrorValue({
  panel: { errorFigure, angle },
  className,
}: {
  panel: InstanceState;
  className: string | undefined;
}) {
  const { value, unit } = errorFigure.value;
  return (
    <span class={className}>
      <b>{value}</b> <span>{unit}</span>
      {angle.value !== null && (
        <span class="turned">
          <i> · </i>
          {angleText(angle.value)}
        </span>
      )}
    </span>
  );
}
