import { type InLab, onLabEnd, perLab } from '../browser/labScope.ts';

const ROBOTS = '.urdf,.xacro,.zip,.xml,.mjcf,.srdf,.yaml,.glb,.gltf,.bvh,.stl,.dae,.obj';

/** Not every browser tells of a choice by an input that stands in no document. */
const input = perLab(({ scope }) => {
  const field = document.createElement('input');
  field.type = 'file';
  field.multiple = true;
  field.accept = `.json,application/json,.ik,.rows,.parquet,.csv,.tsv,.jsonl,.ndjson,.npy,.npz,${ROBOTS}`;
  field.hidden = true;
  document.body.append(field);
  onLabEnd(scope, () => field.remove());
  return field;
});

/** Opens the files that are chosen: a scene, rows of a study, a log, or those of a robot. */
export function onChosen(lab: InLab, open: (files: readonly File[]) => void): void {
  const field = input(lab);
  field.addEventListener('change', () => {
    const chosen = [...(field.files ?? [])];
    field.value = ''; // the same file may be chosen again
    if (chosen.length > 0) open(chosen);
  });
}

/** Asks for files of this device. */
export const chooseFile = (lab: InLab): void => input(lab).click();
