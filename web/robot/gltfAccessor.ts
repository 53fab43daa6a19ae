/** Numbers of a glTF file. */
import type { Gltf, GltfAccessor, GltfFile } from './gltfFile.ts';
import { MeshFault } from './triangles.ts';

interface Component {
  readonly size: number;
  /** What 1 is where the numbers are normalised. */
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

const MOST = 20_000_000; // numbers of one accessor

/** Reads accessors: `width` numbers for each of its elements, in a row. */
export const accessorIn =
  (gltf: Gltf, buffer: GltfFile['buffer']) =>
  (index: number, width: number): Float64Array => {
    const accessor = gltf.accessors?.[index];
    const component = accessor && COMPONENTS.get(accessor.componentType);
    if (!accessor || !component)
      throw new MeshFault(`accessor ${index} is not there, or of no kind`);
    if (accessor.sparse) throw new MeshFault(`accessor ${index} is sparse, which is not read`);
    if (!(accessor.count >= 0 && width * accessor.count <= MOST))
      throw new MeshFault(`accessor ${index} has ${accessor.count} elements`);
    if (accessor.bufferView === undefined) return new Float64Array(width * accessor.count);
    return numbers(gltf, accessor, component, width, buffer);
  };

function numbers(
  gltf: Gltf,
  { bufferView = 0, byteOffset = 0, count, normalized }: GltfAccessor,
  { size, most, read }: Component,
  width: number,
  buffer: GltfFile['buffer'],
): Float64Array {
  const part = gltf.bufferViews?.[bufferView];
  if (!part) throw new MeshFault(`buffer view ${bufferView} is not there`);
  if (part.extensions && 'EXT_meshopt_compression' in part.extensions)
    throw new MeshFault('it is compressed by meshopt, which is not read');
  const bytes = buffer(part.buffer);
  const from = (part.byteOffset ?? 0) + byteOffset;
  const stride = part.byteStride ?? width * size;
  if (
    count > 0 &&
    !(from >= 0 && stride > 0 && from + stride * (count - 1) + width * size <= bytes.length)
  )
    throw new MeshFault(`buffer view ${bufferView} reaches beyond its buffer`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = new Float64Array(width * count);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < width; k++) {
      const value = read(view, from + stride * i + size * k);
      out[width * i + k] = normalized ? Math.max(value / most, -1) : value;
    }
  return out;
}
