import type { CodeLanguage, CodeTokens } from './codeTokens.ts';
import type { CodeStatement } from './codeTree.ts';
import { CStatementParser } from './cStatements.ts';
import { MatlabStatementParser } from './matlabStatements.ts';
import { PythonStatementParser } from './pythonStatements.ts';
import type { StatementParser } from './statementParser.ts';

const PARSERS: Readonly<Record<CodeLanguage, new (tokens: CodeTokens) => StatementParser>> = {
  ...{ python: PythonStatementParser, matlab: MatlabStatementParser, c: CStatementParser },
};

export const parseCodeStatements = (tokens: CodeTokens): readonly CodeStatement[] =>
  new PARSERS[tokens.language](tokens).parseProgram();
