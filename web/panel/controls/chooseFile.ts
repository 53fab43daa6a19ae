let input: HTMLInputElement | null = null;

const ROBOTS = '.urdf,.xacro,.zip,.xml,.mjcf,.srdf,.yaml,.glb,.gltf,.bvh,.stl,.dae,.obj';

/** Opens the files that are chosen: a scene, or those of a robot. */
export function onChosen(open: (files: readonly File[]) => void): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.multiple = true;
  field.accept = `.json,application/json,${ROBOTS}`;
  field.hidden = true;
  field.addEventListener('change', () => {
    const chosen = [...(field.files ?? [])];
    field.value = ''; // the same file may be chosen again
    if (chosen.length > 0) open(chosen);
  });
  // not every browser tells of a choice by an input that stands in no document
  document.body.append(field);
  input = field;
}

/** Asks for files of this device. */
export const chooseFile = (): void => input?.click();
