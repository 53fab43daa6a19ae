import { loadEngine } from '@iklab/core/engine';
import { answerDiagnosis, type DiagnosisRequest } from '@iklab/run/explain';

interface Scope {
  postMessage(message: unknown): void;
  onmessage: (event: MessageEvent<DiagnosisRequest>) => void;
}
const scope = globalThis as unknown as Scope;
const engine = loadEngine({ full: true });

scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage(answerDiagnosis(data, await engine));
  } catch {
    scope.postMessage(null); // Out of memory, or the module failed to load.
  }
};
