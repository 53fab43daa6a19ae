/** Scenes of published tables: documents of the program with what a table changes. */
import type { Engine } from '../../engine/engine.ts';
import type { Lab } from '../../engine/lab.ts';
import { parse } from '../../scenario/parse.ts';
import { resolve } from '../../scenario/resolve.ts';
import type { Scene } from '../../scenario/types.ts';

/** The scene of a document that the program itself wrote. */
export function sceneOf(document: object, engine: Engine): Scene {
  const parsed = parse(document, engine.catalogue);
  if (parsed.ok) return resolve(parsed.value);
  const [fault] = parsed.faults;
  throw new Error(`a published table has a faulty scene: ${fault?.path}: ${fault?.reason}`);
}

/** What `use` makes of the scene's lab, which is closed behind it. */
export function inLab<T>(document: object, engine: Engine, use: (lab: Lab) => T): T {
  const lab = engine.open(sceneOf(document, engine));
  try {
    return use(lab);
  } finally {
    lab.close();
  }
}
