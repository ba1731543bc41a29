export { BackupError, backupName, type BackupHeader, type BackupManifest } from './backup-format.js';
export { readBackup } from './read-backup.js';
export { requireEmpty, requireKnownVersion, restoreBackup } from './restore-backup.js';
export { type BackupReport, writeBackup } from './write-backup.js';
