import {
  createFolder,
  explainUnsupportedFormat,
  type Folder,
  makeReadRefusal,
  type ReadResult,
} from '@iklab/robots';

const MAX_FILES = 2000;
const MAX_BYTES = 256e6;

export type DroppedItems = readonly (FileSystemEntry | File)[];

export async function readDroppedFiles(items: DroppedItems): Promise<ReadResult<Folder>> {
  const files = new Map<string, File>();
  for (const each of items) {
    await walk(each, '', files);
    if (files.size > MAX_FILES) return tooLarge(`more than ${MAX_FILES} files`);
  }
  const size = [...files.values()].reduce((sum, file) => sum + file.size, 0);
  const [only] = files.values();
  if (size > MAX_BYTES) {
    // A recorded log is often larger.
    if (files.size === 1 && only && !isZip(only)) {
      const reason = explainUnsupportedFormat(await readBeginning(only), only.name);
      if (reason !== null) return makeReadRefusal({ file: only.name, line: 0 }, 'file', reason);
    }
    return tooLarge(`${Math.round(size / 1e6)} MB of files`);
  }
  if (files.size === 1 && only && isZip(only)) {
    const { unzip } = await import('@iklab/robots/zip');
    return unzip(await readBytes(only), only.name);
  }
  const read = await Promise.all(
    [...files].map(async ([path, file]) => [path, await readBytes(file)] as const),
  );
  return { ok: true, value: createFolder(new Map(read)), remarks: [] };
}

const isZip = ({ name }: File): boolean => /\.zip$/i.test(name);

const tooLarge = (amount: string): ReadResult<never> =>
  makeReadRefusal(
    { file: 'drop', line: 0 },
    'files',
    `${amount}; the maximum is ${MAX_FILES} files and 256 MB`,
  );

const readBeginning = (file: File): Promise<Uint8Array> => readBytes(file.slice(0, 65_536));

const readBytes = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.arrayBuffer());

async function walk(
  item: FileSystemEntry | File,
  above: string,
  files: Map<string, File>,
): Promise<void> {
  if (files.size > MAX_FILES || /^(\.|node_modules$)/.test(item.name)) return;
  const path = above === '' ? item.name : `${above}/${item.name}`;
  if (item instanceof File) files.set(item.webkitRelativePath || path, item);
  else if (item.isDirectory)
    for (const below of await listEntries(item as FileSystemDirectoryEntry))
      await walk(below, path, files);
  else files.set(path, await getFile(item as FileSystemFileEntry));
}

const getFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Reads repeatedly, because a reader returns a folder in batches. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
    if (all.length > MAX_FILES) return all;
  }
}
