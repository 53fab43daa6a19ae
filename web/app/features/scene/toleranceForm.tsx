import { setTolerance } from '@iklab/core/document/edits';
import { quantityOfUnit } from '@iklab/core/format';
import { NumberRow } from '../../ui/numberField.tsx';
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
            edit('Tolerance', setTolerance(index, currentTarget.checked ? runTolerance : null))
          }
        />
      </label>
      {tolerance && (
        <NumberRow
          label="Along x, y, z"
          name={`Position tolerance of ${name}`}
          quantity={quantityOfUnit('m', { scene: unit, small: true })}
          value={tolerance.position}
          set={(position) =>
            edit('Position tolerance', setTolerance(index, { ...tolerance, position }))
          }
        />
      )}
      {tolerance && target.orientation && (
        <NumberRow
          label="About x, y, z"
          name={`Rotation tolerance of ${name}`}
          quantity={quantityOfUnit('rad')}
          value={tolerance.rotation}
          set={(rotation) =>
            edit('Rotation tolerance', setTolerance(index, { ...tolerance, rotation }))
          }
        />
      )}
    </>
  );
}
