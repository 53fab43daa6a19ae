import type { CodeStatement } from './codeTree.ts';
import { CStatementParser } from './cStatementParser.ts';
import { MatlabStatementParser } from './matlabStatementParser.ts';
import { PythonStatementParser } from './pythonStatementParser.ts';
import type { StatementParser } from './statementParser.ts';
import type { CodeLanguage, CodeTokens } from './tokenizeCode.ts';

const PARSERS: Readonly<Record<CodeLanguage, new (tokens: CodeTokens) => StatementParser>> = {
  ...{ python: PythonStatementParser, matlab: MatlabStatementParser, c: CStatementParser },
};

export const parseCodeStatements = (tokens: CodeTokens): readonly CodeStatement[] =>
  new PARSERS[tokens.language](tokens).parseProgram();
