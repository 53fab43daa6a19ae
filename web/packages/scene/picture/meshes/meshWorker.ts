import { readMesh } from '@iklab/robots';
import type { MeshWorkerAnswer, MeshWorkerRequest } from './meshMessages.ts';

interface WorkerScope {
  postMessage(message: MeshWorkerAnswer, transfer: Transferable[]): void;
  onmessage: (event: MessageEvent<MeshWorkerRequest>) => void;
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
