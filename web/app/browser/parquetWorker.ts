import { type ParquetRequest, ParquetServer } from '@iklab/study/rows/parquetServer';

interface Scope {
  postMessage(message: unknown): void;
  onmessage: (event: MessageEvent<{ id: number; request: ParquetRequest }>) => void;
}
const scope = globalThis as unknown as Scope;
const answers = new ParquetServer();

scope.onmessage = async ({ data: { id, request } }) => {
  try {
    scope.postMessage({ id, result: await answers.answer(request) });
  } catch (error) {
    scope.postMessage({ id, fault: String(error) });
  }
};
