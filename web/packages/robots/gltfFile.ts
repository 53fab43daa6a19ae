import { MeshFault, type ReadSiblingFile } from './triangles.ts';

/** Matches file names of glTF, and of VRM and VRM animations, which are glTF. */
export const GLTF_EXTENSION = /\.(glb|gltf|vrma?)$/i;

export interface GltfNode {
  readonly mesh?: number;
  readonly children?: readonly number[];
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
}

export interface GltfAccessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly normalized?: boolean;
  readonly count: number;
  readonly sparse?: object;
}

export interface GltfJson {
  readonly asset?: { readonly version?: unknown };
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly {
    readonly primitives: readonly {
      readonly attributes: Readonly<Record<string, number>>;
      readonly indices?: number;
      readonly mode?: number;
      readonly extensions?: object;
    }[];
  }[];
  readonly accessors?: readonly GltfAccessor[];
  readonly bufferViews?: readonly {
    readonly buffer: number;
    readonly byteOffset?: number;
    readonly byteLength: number;
    readonly byteStride?: number;
    readonly extensions?: object;
  }[];
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[];
}

export interface GltfFile {
  readonly gltf: GltfJson;
  buffer(index: number): Uint8Array;
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

export function openGltf(bytes: Uint8Array, readSibling: ReadSiblingFile): GltfFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packed = bytes.length >= 12 && view.getUint32(0, true) === MAGIC;
  const chunks = packed ? readChunks(bytes, view) : new Map([[JSON_CHUNK, bytes]]);
  const gltf = parseJson(chunks.get(JSON_CHUNK));
  const version = String(gltf.asset?.version ?? '2.0');
  if (/^[01]\b/.test(version)) throw new MeshFault(unsupportedVersion(version));
  const cache = new Map<number, Uint8Array>();
  const buffer = (index: number): Uint8Array => {
    const content = cache.get(index) ?? readBuffer(gltf, index, chunks.get(BIN_CHUNK), readSibling);
    cache.set(index, content);
    return content;
  };
  return { gltf, buffer };
}

const unsupportedVersion = (version: string | number): string =>
  `glTF ${version} is not supported; expected 2`;

function readChunks(bytes: Uint8Array, view: DataView): Map<number, Uint8Array> {
  const version = view.getUint32(4, true);
  if (version !== 2) throw new MeshFault(unsupportedVersion(version));
  const chunks = new Map<number, Uint8Array>();
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    const length = view.getUint32(offset, true);
    const kind = view.getUint32(offset + 4, true);
    if (offset + 8 + length > bytes.length)
      throw new MeshFault(`it is truncated after ${bytes.length} bytes`);
    if (!chunks.has(kind)) chunks.set(kind, bytes.subarray(offset + 8, offset + 8 + length));
    offset += 8 + length;
  }
  return chunks;
}

function parseJson(bytes: Uint8Array | undefined): GltfJson {
  if (!bytes) throw new MeshFault('it has no JSON');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    const gltf: unknown = JSON.parse(text);
    if (typeof gltf === 'object' && gltf !== null) return gltf as GltfJson;
  } catch (error) {
    throw new MeshFault(`its JSON is invalid: ${(error as Error).message}`);
  }
  throw new MeshFault('its JSON is not an object');
}

function readBuffer(
  gltf: GltfJson,
  index: number,
  binChunk: Uint8Array | undefined,
  readSibling: ReadSiblingFile,
): Uint8Array {
  const buffer = gltf.buffers?.[index];
  if (!buffer) throw new MeshFault(`buffer ${index} does not exist`);
  const bytes = buffer.uri === undefined ? binChunk : readUri(buffer.uri, readSibling);
  if (!bytes) throw new MeshFault(`its buffer ${buffer.uri ?? index} is missing`);
  if (bytes.length < buffer.byteLength)
    throw new MeshFault(
      `buffer ${index} is truncated: ${bytes.length} of ${buffer.byteLength} bytes`,
    );
  return bytes;
}

function readUri(uri: string, readSibling: ReadSiblingFile): Uint8Array | null {
  const data = /^data:[^,]*;base64,(.*)$/s.exec(uri)?.[1];
  if (data === undefined) return readSibling(decodeUri(uri));
  try {
    return Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  } catch {
    throw new MeshFault('a buffer is not valid base64');
  }
}

function decodeUri(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
