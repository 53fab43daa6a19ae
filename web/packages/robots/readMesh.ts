/** Reads a mesh file of any supported format, by file extension. */
import { MeshFault, type SiblingFile, type Triangles } from './triangles.ts';
import type { XmlElement } from './xml.ts';

export type ReadMesh =
  | { readonly ok: true; readonly triangles: Triangles }
  | { readonly ok: false; readonly reason: string };

type Reader = (
  bytes: Uint8Array,
  readSibling: SiblingFile,
  name: string,
) => Triangles | Promise<Triangles>;

/** Readers by file extension, loaded on demand. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['stl', async (bytes) => (await import('./stlMesh.ts')).stlMesh(bytes)],
  [
    'glb',
    async (bytes, readSibling) => (await import('./gltfMesh.ts')).gltfMesh(bytes, readSibling),
  ],
  [
    'gltf',
    async (bytes, readSibling) => (await import('./gltfMesh.ts')).gltfMesh(bytes, readSibling),
  ],
  ['obj', async (bytes) => (await import('./objMesh.ts')).objMesh(bytes)],
  ['dae', async (bytes, _, name) => collada(bytes, name)],
]);

async function collada(bytes: Uint8Array, name: string): Promise<Triangles> {
  const [{ readXml }, { colladaMesh }] = await Promise.all([
    import('./xml.ts'),
    import('./colladaMesh.ts'),
  ]);
  const read = readXml(bytes, name);
  if (!read.ok) throw new MeshFault(faultText(read.faults[0]));
  return colladaMesh(read.value as XmlElement);
}

const faultText = (fault?: { readonly line: number; readonly reason: string }): string =>
  fault ? `${fault.line > 1 ? `line ${fault.line}: ` : ''}${fault.reason}` : 'it cannot be read';

/** `name`: with its extension; `readSibling`: reads files that this one references. */
export async function readMesh(
  name: string,
  bytes: Uint8Array,
  readSibling: SiblingFile,
): Promise<ReadMesh> {
  const ending = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const reader = READERS.get(ending);
  if (!reader)
    return refused(
      `unsupported format ".${ending}"; expected one of: ${[...READERS.keys()].join(', ')}`,
    );
  if (bytes.length === 0) return refused('the file is empty');
  try {
    return checked(await reader(bytes, readSibling, name));
  } catch (fault) {
    // Any other exception means that the file does not follow its format.
    return refused(fault instanceof MeshFault ? fault.message : `it is not a valid ${ending} file`);
  }
}

const refused = (reason: string): ReadMesh => ({ ok: false, reason });

function checked(triangles: Triangles): ReadMesh {
  if (triangles.length === 0) return refused('it has no triangles');
  const bad = triangles.findIndex((value) => !(Math.abs(value) < 1e6));
  if (bad < 0) return { ok: true, triangles };
  const vertex = Math.floor(bad / 3) + 1;
  return refused(`corner ${vertex} has the coordinate ${triangles[bad]}`);
}
