import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-format.js';

/** A complete backup in the folder. */
export interface StoredBackup {
  /** Name of its file. */
  name: string;
  bytes: number;
  /** The moment at which it began: by its name, or else the time of the file. */
  at: Date;
  /** True for a name that is made of the time; somebody gave the others theirs. */
  isNamedByTime: boolean;
}

const NAME = /^[\w-][\w.-]*\.tar\.gz$/;
const TIMED = /^bindery-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/;

/** The folder that backups of an installation are kept in. Files have their names once they are complete. */
export class BackupFolder {
  constructor(readonly path: string) {}

  /** Path of a backup. @throws BackupError for another name, such as one that leads elsewhere. */
  pathOf(name: string): string {
    if (!NAME.test(name)) throw new BackupError(`No backup has the name ${name}.`);
    return join(this.path, name);
  }

  /** All backups, newest first; none where there is no folder yet. @throws where the folder cannot be read. */
  async list(): Promise<StoredBackup[]> {
    const names = await readdir(this.path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const found = await Promise.all(names.filter((name) => NAME.test(name)).map((name) => this.find(name)));
    return found.filter((backup) => backup !== null).sort((a, b) => b.at.getTime() - a.at.getTime());
  }

  /** A backup; null where no file has the name. */
  async find(name: string): Promise<StoredBackup | null> {
    const found = NAME.test(name) ? await stat(join(this.path, name)).catch(() => null) : null;
    if (!found?.isFile()) return null;
    const [, day, hour, minute, second] = TIMED.exec(name) ?? [];
    const at = new Date(`${day}T${hour}:${minute}:${second}Z`);
    const isNamedByTime = !Number.isNaN(at.getTime());
    return { name, bytes: found.size, at: isNamedByTime ? at : found.mtime, isNamedByTime };
  }

  /** Deletes a backup for good. */
  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  /** Deletes what a process left that was killed while it wrote a backup of this name. */
  async removeUnfinished(name: string): Promise<void> {
    for (const end of ['.part', '.files']) await rm(`${this.pathOf(name)}${end}`, { force: true });
  }
}
