import { compactDocument } from '@iklab/core/scenario';
import type { CodeExportRow } from './codeExportRow.ts';
import { type CodeRun, runsUntilConverged } from './codeRun.ts';
import {
  codeHeaderComment,
  codeLicenceText,
  codeRunEndText,
  formatVisibleJson,
  writeCodeComment,
} from './codeText.ts';
import { cppCodeRow } from './cppCodeRow.ts';
import { javascriptCodeRow } from './javascriptCodeRow.ts';
import { jsonCodeRow } from './jsonCodeRow.ts';
import { numpyCodeRow } from './numpyCodeRow.ts';
import { pythonCodeRow } from './pythonCodeRow.ts';

function writeCommand(run: CodeRun, licence: string): string {
  const { scene, catalogue, updates } = run;
  const document = formatVisibleJson(compactDocument(scene.scenario, catalogue));
  const updatesOption = runsUntilConverged(scene) ? '' : ` --updates ${updates.length}`;
  const source = codeLicenceText(run, licence);
  return `${writeCodeComment('#', codeHeaderComment(run))}
${source && `${writeCodeComment('#', source)}\n`}npx iklab run -${updatesOption} --format jsonl <<'JSON' | tail -n 1
${document}
JSON
${writeCodeComment('#', codeRunEndText(run))}
`;
}

const commandRow: CodeExportRow = {
  id: 'command',
  name: 'Command line',
  needs: 'npx iklab',
  file: 'run.sh',
  does: (run) =>
    runsUntilConverged(run.scene)
      ? `Runs the document until it ${run.isStationary ? '' : 'first '}stops, and prints its last update; without tail, all of them.`
      : `Runs the document for ${run.updates.length} updates, and prints the last one; without tail, all of them.`,
  refusal: () => null,
  write: writeCommand,
  extraFiles: [],
};

export const codeExportRows: readonly CodeExportRow[] = [
  pythonCodeRow,
  numpyCodeRow,
  cppCodeRow,
  javascriptCodeRow,
  commandRow,
  jsonCodeRow,
];
