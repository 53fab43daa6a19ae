import { setTargetTolerance } from '@iklab/core/document/edits';
import { unitNotation } from '@iklab/core/format';
import { NumberFieldRow } from '../../ui/numberField.tsx';
import type { TargetFormProps } from './targetProps.ts';

export function ToleranceForm({ page, index, target, edit }: TargetFormProps) {
  const { run, unit } = page.doc.editor.scenario.value;
  const { tolerance } = target;
  const name = `target ${index + 1}`;
  const runTolerance = { position: run.tolerance, rotation: run.orientationTolerance };
  return (
    <>
      <label class="row">
        <span title="Tolerance of each axis, instead of one for the sum">Tolerance per axis</span>
        <input
          type="checkbox"
          aria-label={`Tolerance per axis of ${name}`}
          checked={tolerance !== null}
          onChange={({ currentTarget }) =>
            edit(
              'Tolerance',
              setTargetTolerance(index, currentTarget.checked ? runTolerance : null),
            )
          }
        />
      </label>
      {tolerance && (
        <NumberFieldRow
          label="Along x, y, z"
          name={`Position tolerance of ${name}`}
          quantity={unitNotation('m', { scene: unit, small: true })}
          value={tolerance.position}
          set={(position) =>
            edit('Position tolerance', setTargetTolerance(index, { ...tolerance, position }))
          }
        />
      )}
      {tolerance && target.orientation && (
        <NumberFieldRow
          label="About x, y, z"
          name={`Rotation tolerance of ${name}`}
          quantity={unitNotation('rad')}
          value={tolerance.rotation}
          set={(rotation) =>
            edit('Rotation tolerance', setTargetTolerance(index, { ...tolerance, rotation }))
          }
        />
      )}
    </>
  );
}
