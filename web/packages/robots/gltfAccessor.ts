/** Reads numbers of a glTF file. */
import type { Gltf, GltfAccessor, GltfFile } from './gltfFile.ts';
import { MeshFault } from './triangles.ts';

interface Component {
  readonly size: number;
  /** The integer that stands for 1 in normalised data. */
  readonly most: number;
  read(view: DataView, at: number): number;
}

const COMPONENTS: ReadonlyMap<number, Component> = new Map([
  [5120, { size: 1, most: 127, read: (view, at) => view.getInt8(at) }],
  [5121, { size: 1, most: 255, read: (view, at) => view.getUint8(at) }],
  [5122, { size: 2, most: 32767, read: (view, at) => view.getInt16(at, true) }],
  [5123, { size: 2, most: 65535, read: (view, at) => view.getUint16(at, true) }],
  [5125, { size: 4, most: 1, read: (view, at) => view.getUint32(at, true) }],
  [5126, { size: 4, most: 1, read: (view, at) => view.getFloat32(at, true) }],
] satisfies [number, Component][]);

/**
 * Limit on the numbers of all accessors of a file, because several accessors may refer to the same
 * bytes, or to none.
 */
const MOST = 24_000_000;

export type ReadAccessor = (index: number, width: number) => Float64Array;

/** Number of elements that an accessor declares. */
export function countOf({ accessors }: Gltf, index: number): number {
  const count = accessors?.[index]?.count;
  if (Number.isSafeInteger(count) && (count as number) >= 0) return count as number;
  throw new MeshFault(`accessor ${index} does not exist, or has no count`);
}

/** Reads accessors, each once: `width` numbers per element, concatenated. */
export function accessorIn(gltf: Gltf, buffer: GltfFile['buffer']): ReadAccessor {
  const known = new Map<string, Float64Array>();
  let made = 0;
  return (index, width) => {
    const key = `${index} ${width}`;
    const before = known.get(key);
    if (before) return before;
    made += width * countOf(gltf, index);
    if (made > MOST)
      throw new MeshFault(`its accessors have more than ${MOST.toLocaleString('en')} numbers`);
    const read = numbersOf(gltf, index, width, buffer);
    known.set(key, read);
    return read;
  };
}

function numbersOf(
  gltf: Gltf,
  index: number,
  width: number,
  buffer: GltfFile['buffer'],
): Float64Array {
  const accessor = gltf.accessors?.[index] as GltfAccessor;
  const component = COMPONENTS.get(accessor.componentType);
  if (!component) throw new MeshFault(`accessor ${index} has no type`);
  if (accessor.sparse) throw new MeshFault(`accessor ${index} is sparse, which is not supported`);
  if (accessor.bufferView === undefined) return new Float64Array(width * accessor.count);
  return numbers(gltf, accessor, component, width, buffer);
}

function numbers(
  gltf: Gltf,
  { bufferView = 0, byteOffset = 0, count, normalized }: GltfAccessor,
  { size, most, read }: Component,
  width: number,
  buffer: GltfFile['buffer'],
): Float64Array {
  const part = gltf.bufferViews?.[bufferView];
  if (!part) throw new MeshFault(`buffer view ${bufferView} does not exist`);
  if (part.extensions && 'EXT_meshopt_compression' in part.extensions)
    throw new MeshFault('it is compressed with meshopt, which is not supported');
  const bytes = buffer(part.buffer);
  const from = (part.byteOffset ?? 0) + byteOffset;
  const stride = part.byteStride ?? width * size;
  if (!Number.isSafeInteger(stride) || stride < width * size)
    throw new MeshFault(
      `buffer view ${bufferView} has a stride of ${stride} bytes; its elements have ${width * size}`,
    );
  if (count > 0 && !(from >= 0 && from + stride * (count - 1) + width * size <= bytes.length))
    throw new MeshFault(`buffer view ${bufferView} exceeds its buffer`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = new Float64Array(width * count);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < width; k++) {
      const value = read(view, from + stride * i + size * k);
      out[width * i + k] = normalized ? Math.max(value / most, -1) : value;
    }
  return out;
}
