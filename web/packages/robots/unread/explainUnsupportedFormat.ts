import { fileNameOf } from '../folder.ts';
import { makeReadRefusal } from '../readerNotes.ts';
import { readXml } from '../readXml.ts';
import type { Folder, ReadResult, RobotFault } from '../robot.ts';
import { ROBOT_FORMATS_TEXT } from '../robotFormatsText.ts';
import { readFileStart } from './fileStart.ts';
import { UNSUPPORTED_FORMATS, type UnsupportedFormat } from './unsupportedFormats.ts';

const MAX_OPENED = 8;
/**
 * Matches root elements of robot descriptions. Faults of other broken XML files are not reported:
 * they do not explain a missing robot.
 */
const DESCRIPTION = /<(robot|mujoco|sdf)\b/;

/**
 * Returns why a file is not read, judged by content, otherwise by extension; null for an unknown
 * format. `bytes`: at least the file's start.
 */
export const explainUnsupportedFormat = (bytes: Uint8Array, file: string): string | null =>
  formatReason(findByContent(bytes, file) ?? findByExtension(file), file);

export function refuseFileByContent(bytes: Uint8Array, file: string): ReadResult<never> | null {
  const reason = formatReason(findByContent(bytes, file), file);
  return reason === null ? null : makeReadRefusal({ file, line: 0 }, 'file', reason);
}

export function refuseFileByExtension(file: string): ReadResult<never> | null {
  const reason = formatReason(findByExtension(file), file);
  return reason === null ? null : makeReadRefusal({ file, line: 0 }, 'file', reason);
}

/** `also`: further formats to name after the supported formats. */
export function explainNoRobot(folder: Folder, also = ''): string {
  const none = `contains no robot; expected ${ROBOT_FORMATS_TEXT}${also}`;
  const paths = folder.paths.filter((path) => !/(^|\/)\./.test(path));
  const isDescription = (path: string) =>
    /\.(xacro|mjcf|xml)$/i.test(path) &&
    DESCRIPTION.test(readFileStart(readBytes(folder, path), path).text);
  const [fault] = paths
    .filter(isDescription)
    .slice(0, MAX_OPENED)
    .map((path) => readXml(readBytes(folder, path), path))
    .flatMap((read) => (read.ok ? [] : read.faults));
  if (fault) return `${none}; ${formatFault(fault)}`;
  const ranked = paths
    .map((path) => ({ path, rank: formatRank(findByExtension(path)) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_OPENED)
    .map(({ path }) => ({
      path,
      format: findByContent(readBytes(folder, path), path) ?? findByExtension(path),
    }))
    .sort((a, b) => formatRank(a.format) - formatRank(b.format));
  const [first] = ranked;
  const reason = first && formatReason(first.format, first.path);
  return reason ? `${none}; ${fileNameOf(first.path)}: ${reason}` : none;
}

const formatFault = ({ file, line, reason }: RobotFault): string => `${file}:${line}: ${reason}`;

const readBytes = (folder: Folder, path: string) => folder.read(path) ?? new Uint8Array(0);

function findByContent(bytes: Uint8Array, file: string): UnsupportedFormat | null {
  const start = readFileStart(bytes, file);
  return UNSUPPORTED_FORMATS.find(({ content }) => content?.(start)) ?? null;
}

function findByExtension(file: string): UnsupportedFormat | null {
  const name = fileNameOf(file).toLowerCase();
  const has = ({ endings = '' }: UnsupportedFormat) =>
    endings.split(' ').some((ending) => ending !== '' && name.endsWith(`.${ending}`));
  return UNSUPPORTED_FORMATS.find(has) ?? null;
}

function quoteForShell(name: string): string {
  if (/^\w[\w.-]*$/.test(name)) return name;
  const path = name.startsWith('-') ? `./${name}` : name; // Not an option.
  return `'${path.replaceAll("'", "'\\''")}'`;
}

const formatRank = (format: UnsupportedFormat | null): number =>
  format ? UNSUPPORTED_FORMATS.indexOf(format) : UNSUPPORTED_FORMATS.length;

function formatReason(format: UnsupportedFormat | null, file: string): string | null {
  if (!format) return null;
  const name = fileNameOf(file);
  const stem = name.replace(/\.[^.]*$/, '');
  // A function, because "$" is special in replacement texts.
  return format.text.replace(/FILE(\.)?/g, (_, dot?: string) =>
    dot ? quoteForShell(stem) + dot : quoteForShell(name),
  );
}
