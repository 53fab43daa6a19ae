import type { CodeLanguage, CodeTokens } from './codeTokens.ts';
import type { CodeStatement } from './codeTree.ts';
import { CStatements } from './cStatements.ts';
import { MatlabStatements } from './matlabStatements.ts';
import { PythonStatements } from './pythonStatements.ts';
import type { StatementParser } from './statementParser.ts';

const PARSERS: Readonly<Record<CodeLanguage, new (tokens: CodeTokens) => StatementParser>> = {
  ...{ python: PythonStatements, matlab: MatlabStatements, c: CStatements },
};

export const parseStatements = (tokens: CodeTokens): readonly CodeStatement[] =>
  new PARSERS[tokens.language](tokens).parseProgram();
