import type { Language, Tokens } from './codeTokens.ts';
import type { Statement } from './codeTree.ts';
import { CStatements } from './cStatements.ts';
import { MatlabStatements } from './matlabStatements.ts';
import { PythonStatements } from './pythonStatements.ts';
import type { StatementParser } from './statementParser.ts';

const PARSERS: Readonly<Record<Language, new (tokens: Tokens) => StatementParser>> = {
  ...{ python: PythonStatements, matlab: MatlabStatements, c: CStatements },
};

export const parseStatements = (tokens: Tokens): readonly Statement[] =>
  new PARSERS[tokens.language](tokens).parseProgram();
