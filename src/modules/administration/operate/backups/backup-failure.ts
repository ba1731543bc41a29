import { BackupError } from '#modules/backups/index.js';

/** Sentences about failures of the disk, by the codes of the system. */
const FAILURES: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no room left on the disk of BACKUPS_DIR: make room, or set a smaller BACKUPS_KEEP.',
  EDQUOT: 'The quota of the disk of BACKUPS_DIR is used up: make room, or set a smaller BACKUPS_KEEP.',
  EACCES: 'The server may not read and write in BACKUPS_DIR: give its user the rights to.',
  EPERM: 'The server may not read and write in BACKUPS_DIR: give its user the rights to.',
  EROFS: 'The disk of BACKUPS_DIR is mounted for reading only.',
  ENOTDIR: 'BACKUPS_DIR is a file, or lies below one; set it to a folder.',
  EEXIST: 'BACKUPS_DIR is a file; set it to a folder.',
};

/** Says why a backup could not be made or read. */
export function backupFailure(error: unknown): string {
  if (error instanceof BackupError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return FAILURES[code ?? ''] ?? `${message}. The log of the server says more.`;
}
