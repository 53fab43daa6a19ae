import { memoizePerLab, onLabEnd, type WithLabScope } from '../browser/labScope.ts';

const ROBOTS =
  '.urdf,.xacro,.zip,.xml,.mjcf,.sdf,.world,.model,.config,.srdf,.yaml,.glb,.gltf,.vrm,.vrma,.bvh,.stl,.dae,.obj';

/**
 * File input of a lab. It is in the document because some browsers otherwise send no change event.
 */
const input = memoizePerLab(({ scope }) => {
  const field = document.createElement('input');
  field.type = 'file';
  field.multiple = true;
  field.accept = `.json,application/json,.ik,.rows,.parquet,.csv,.tsv,.jsonl,.ndjson,.npy,.npz,${ROBOTS}`;
  field.hidden = true;
  document.body.append(field);
  onLabEnd(scope, () => field.remove());
  return field;
});

export function onFilesChosen(lab: WithLabScope, open: (files: readonly File[]) => void): void {
  const field = input(lab);
  field.addEventListener('change', () => {
    const chosen = [...(field.files ?? [])];
    field.value = ''; // Allows choosing the same file again.
    if (chosen.length > 0) open(chosen);
  });
}

export const chooseFile = (lab: WithLabScope): void => input(lab).click();
