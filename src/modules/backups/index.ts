export { BackupError, backupName, type BackupHeader, type BackupManifest } from './backup-format.js';
export { BackupFolder, type StoredBackup } from './backup-folder.js';
export { readBackup, readBackupHeader } from './read-backup.js';
export { requireEmpty, requireKnownVersion, restoreBackup } from './restore-backup.js';
export { type BackupReport, writeBackup } from './write-backup.js';
