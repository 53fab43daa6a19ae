import { threadTime } from 'iklab/time';

/** A file for the visitor to keep. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  threadTime.after(1000, () => URL.revokeObjectURL(link.href), 'background');
}

/** What a scene of this name is called as a file, without its ending. */
export const savedName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'scene';
