import type { GltfAccessor, GltfFile, GltfJson } from './gltfFile.ts';
import { MeshFault } from './triangles.ts';

interface Component {
  readonly size: number;
  /** The integer that represents 1 in normalised data of the component type. */
  readonly most: number;
  read(view: DataView, offset: number): number;
}

const COMPONENTS: ReadonlyMap<number, Component> = new Map([
  [5120, { size: 1, most: 127, read: (view, offset) => view.getInt8(offset) }],
  [5121, { size: 1, most: 255, read: (view, offset) => view.getUint8(offset) }],
  [5122, { size: 2, most: 32767, read: (view, offset) => view.getInt16(offset, true) }],
  [5123, { size: 2, most: 65535, read: (view, offset) => view.getUint16(offset, true) }],
  [5125, { size: 4, most: 1, read: (view, offset) => view.getUint32(offset, true) }],
  [5126, { size: 4, most: 1, read: (view, offset) => view.getFloat32(offset, true) }],
] satisfies [number, Component][]);

/**
 * Limit on all numbers that a file's accessors expand to; accessors may share bytes or have none.
 */
const MAX_NUMBERS = 24_000_000;

export type ReadGltfAccessor = (index: number, width: number) => Float64Array;

export function readGltfAccessorCount({ accessors }: GltfJson, index: number): number {
  const count = accessors?.[index]?.count;
  if (Number.isSafeInteger(count) && (count as number) >= 0) return count as number;
  throw new MeshFault(`accessor ${index} does not exist, or has no count`);
}

/** The returned function reads `width` numbers per element and caches each result. */
export function makeGltfAccessorReader(
  gltf: GltfJson,
  buffer: GltfFile['buffer'],
): ReadGltfAccessor {
  const cache = new Map<string, Float64Array>();
  let made = 0;
  return (index, width) => {
    const key = `${index} ${width}`;
    const before = cache.get(key);
    if (before) return before;
    made += width * readGltfAccessorCount(gltf, index);
    if (made > MAX_NUMBERS)
      throw new MeshFault(
        `its accessors have more than ${MAX_NUMBERS.toLocaleString('en')} numbers`,
      );
    const read = readAccessor(gltf, index, width, buffer);
    cache.set(key, read);
    return read;
  };
}

function readAccessor(
  gltf: GltfJson,
  index: number,
  width: number,
  buffer: GltfFile['buffer'],
): Float64Array {
  const accessor = gltf.accessors?.[index] as GltfAccessor;
  const component = COMPONENTS.get(accessor.componentType);
  if (!component) throw new MeshFault(`accessor ${index} has no type`);
  if (accessor.sparse) throw new MeshFault(`accessor ${index} is sparse, which is not supported`);
  if (accessor.bufferView === undefined) return new Float64Array(width * accessor.count);
  return readNumbers(gltf, accessor, component, width, buffer);
}

function readNumbers(
  gltf: GltfJson,
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
