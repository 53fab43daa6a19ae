import { readMesh } from '@iklab/robots';
import type { MeshAnswer, MeshRequest } from './meshMessages.ts';

interface WorkerScope {
  postMessage(message: MeshAnswer, transfer: Transferable[]): void;
  onmessage: (event: MessageEvent<MeshRequest>) => void;
}
const scope = globalThis as unknown as WorkerScope;

scope.onmessage = async ({ data: { name, bytes, siblings } }) => {
  const wanted: string[] = [];
  const read = await readMesh(name, bytes, (other) => {
    const found = siblings.get(other);
    if (found === undefined) wanted.push(other);
    return found ?? null;
  });
  scope.postMessage({ read, wanted }, read.ok ? [read.triangles.buffer] : []);
};
