import type { XmlElement } from './readXml.ts';
import { MeshFault, type ReadSiblingFile, type Triangles } from './triangles.ts';

export type MeshResult =
  | { readonly ok: true; readonly triangles: Triangles }
  | { readonly ok: false; readonly reason: string };

type MeshParser = (
  bytes: Uint8Array,
  readSibling: ReadSiblingFile,
  name: string,
) => Triangles | Promise<Triangles>;

const READERS: ReadonlyMap<string, MeshParser> = new Map<string, MeshParser>([
  ['stl', async (bytes) => (await import('./parseStl.ts')).parseStl(bytes)],
  [
    'glb',
    async (bytes, readSibling) =>
      (await import('./parseGltfMesh.ts')).parseGltfMesh(bytes, readSibling),
  ],
  [
    'gltf',
    async (bytes, readSibling) =>
      (await import('./parseGltfMesh.ts')).parseGltfMesh(bytes, readSibling),
  ],
  ['obj', async (bytes) => (await import('./parseObj.ts')).parseObj(bytes)],
  ['dae', async (bytes, _, name) => parseColladaFile(bytes, name)],
]);

async function parseColladaFile(bytes: Uint8Array, name: string): Promise<Triangles> {
  const [{ readXml }, { parseCollada: colladaMesh }] = await Promise.all([
    import('./readXml.ts'),
    import('./parseCollada.ts'),
  ]);
  const read = readXml(bytes, name);
  if (!read.ok) throw new MeshFault(formatFault(read.faults[0]));
  return colladaMesh(read.value as XmlElement);
}

const formatFault = (fault?: { readonly line: number; readonly reason: string }): string =>
  fault ? `${fault.line > 1 ? `line ${fault.line}: ` : ''}${fault.reason}` : 'it cannot be read';

/**
 * The extension of `name` decides the format. `readSibling`: reads the files that the mesh
 * references.
 */
export async function readMesh(
  name: string,
  bytes: Uint8Array,
  readSibling: ReadSiblingFile,
): Promise<MeshResult> {
  const ending = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const reader = READERS.get(ending);
  if (!reader)
    return refuse(
      `unsupported format ".${ending}"; expected one of: ${[...READERS.keys()].join(', ')}`,
    );
  if (bytes.length === 0) return refuse('the file is empty');
  try {
    return checkTriangles(await reader(bytes, readSibling, name));
  } catch (fault) {
    // Any other exception means that the file does not follow its format.
    return refuse(fault instanceof MeshFault ? fault.message : `it is not a valid ${ending} file`);
  }
}

const refuse = (reason: string): MeshResult => ({ ok: false, reason });

function checkTriangles(triangles: Triangles): MeshResult {
  if (triangles.length === 0) return refuse('it has no triangles');
  const bad = triangles.findIndex((value) => !(Math.abs(value) < 1e6));
  if (bad < 0) return { ok: true, triangles };
  const vertex = Math.floor(bad / 3) + 1;
  return refuse(`corner ${vertex} has the coordinate ${triangles[bad]}`);
}
