import { readFile, stat } from 'node:fs/promises';

/** A file that other programs replace. */
export interface SnapshotFile {
  /** Changes whenever the file may have changed. Rejects when there is no file. */
  readonly stamp: () => Promise<string>;
  readonly read: () => Promise<Uint8Array>;
}

export const openSnapshot = (path: string): SnapshotFile => ({
  stamp: async () => {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  },
  read: () => readFile(path),
});
