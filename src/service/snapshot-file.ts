import { readFile, stat } from 'node:fs/promises';

/** A file that others replace. */
export interface SnapshotFile {
  /** Another text whenever the file may have changed. Rejects when there is none. */
  readonly stamp: () => Promise<string>;
  readonly read: () => Promise<Uint8Array>;
}

/** The file at a path of this machine. */
export const openSnapshot = (path: string): SnapshotFile => ({
  stamp: async () => {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  },
  read: () => readFile(path),
});
