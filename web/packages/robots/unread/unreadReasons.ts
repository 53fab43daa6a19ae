/** Says of a file that is not read what it is and what to do, in one sentence. */
import { fileNameOf } from '../folder.ts';
import { refusalOf } from '../notes.ts';
import type { Folder, Read, RobotFault } from '../robot.ts';
import { ROBOT_FORMATS } from '../robotFormats.ts';
import { readXml } from '../xml.ts';
import { fileStart } from './fileStart.ts';
import { UNREAD_FORMATS, type UnreadFormat } from './unreadFormats.ts';

/** Files of a folder whose content is looked at. */
const MOST_OPENED = 8;
/** A broken XML without one of these elements says nothing about why there is no robot. */
const DESCRIPTION = /<(robot|mujoco|sdf)\b/;

/** By content, then by ending; null if it is none of these formats. `bytes`: at least its beginning. */
export const unreadReason = (bytes: Uint8Array, file: string): string | null =>
  textOf(byContent(bytes, file) ?? byEnding(file), file);

/** The refusal of a file whose content is that of a format that is not read. */
export function unreadContent(bytes: Uint8Array, file: string): Read<never> | null {
  const reason = textOf(byContent(bytes, file), file);
  return reason === null ? null : refusalOf({ file, line: 0 }, 'file', reason);
}

/** The refusal of a file that no reader recognises, by its ending. */
export function unreadEnding(file: string): Read<never> | null {
  const reason = textOf(byEnding(file), file);
  return reason === null ? null : refusalOf({ file, line: 0 }, 'file', reason);
}

/** Why a folder or an archive cannot be opened as a robot; `also`: what else it may contain. */
export function noRobotReason(folder: Folder, also = ''): string {
  const none = `contains no robot; expected ${ROBOT_FORMATS}${also}`;
  const paths = folder.paths.filter((path) => !/(^|\/)\./.test(path));
  const isDescription = (path: string) =>
    /\.(xacro|mjcf|xml)$/i.test(path) &&
    DESCRIPTION.test(fileStart(bytesOf(folder, path), path).text);
  const [fault] = paths
    .filter(isDescription)
    .slice(0, MOST_OPENED)
    .map((path) => readXml(bytesOf(folder, path), path))
    .flatMap((read) => (read.ok ? [] : read.faults));
  if (fault) return `${none}; ${faultText(fault)}`;
  const ranked = paths
    .map((path) => ({ path, rank: rankOf(byEnding(path)) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_OPENED)
    .map(({ path }) => ({ path, format: byContent(bytesOf(folder, path), path) ?? byEnding(path) }))
    .sort((a, b) => rankOf(a.format) - rankOf(b.format));
  const [first] = ranked;
  const reason = first && textOf(first.format, first.path);
  return reason ? `${none}; ${fileNameOf(first.path)}: ${reason}` : none;
}

const faultText = ({ file, line, reason }: RobotFault): string => `${file}:${line}: ${reason}`;

const bytesOf = (folder: Folder, path: string) => folder.read(path) ?? new Uint8Array(0);

function byContent(bytes: Uint8Array, file: string): UnreadFormat | null {
  const start = fileStart(bytes, file);
  return UNREAD_FORMATS.find(({ content }) => content?.(start)) ?? null;
}

function byEnding(file: string): UnreadFormat | null {
  const name = fileNameOf(file).toLowerCase();
  const has = ({ endings = '' }: UnreadFormat) =>
    endings.split(' ').some((ending) => ending !== '' && name.endsWith(`.${ending}`));
  return UNREAD_FORMATS.find(has) ?? null;
}

/** A file name as an argument for a POSIX shell. */
function inShell(name: string): string {
  if (/^\w[\w.-]*$/.test(name)) return name;
  const path = name.startsWith('-') ? `./${name}` : name; // Not an option.
  return `'${path.replaceAll("'", "'\\''")}'`;
}

const rankOf = (format: UnreadFormat | null): number =>
  format ? UNREAD_FORMATS.indexOf(format) : UNREAD_FORMATS.length;

function textOf(format: UnreadFormat | null, file: string): string | null {
  if (!format) return null;
  const name = fileNameOf(file);
  const stem = name.replace(/\.[^.]*$/, '');
  // A function, because "$" is special in replacement texts.
  return format.text.replace(/FILE(\.)?/g, (_, dot?: string) =>
    dot ? inShell(stem) + dot : inShell(name),
  );
}
