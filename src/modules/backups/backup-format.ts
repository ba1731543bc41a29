import type { StoredQueue } from '#platform/jobs/job-queues.js';

/** Version of the format of files. */
export const FORMAT = 1;
export const HEADER = 'bindery-backup.json';
export const MANIFEST = 'manifest.json';
/** Bytes of a part of a table: what is held in memory of it. */
export const PART_BYTES = 4 * 1024 * 1024;
/** The jobs that are still to be done, as a table of the backup. */
export const JOBS_TABLE = 'jobs.job';

/** A table of a backup. Its rows are in the text format of COPY. */
export interface BackupTable {
  /** With its schema. */
  name: string;
  columns: string[];
}

/** The first part of a backup: what it is of. */
export interface BackupHeader {
  format: number;
  /** Version of Bindery that made it. */
  version: string;
  /** The moment whose state it holds. */
  createdAt: string;
  /** Names of the migrations that the database had. */
  migrations: string[];
  tables: BackupTable[];
  /** Last values of sequences, by name with schema. */
  sequences: Record<string, string>;
  queues: StoredQueue[];
}

/** The last part of a backup: what must be in the ones before. */
export interface BackupManifest {
  /** SHA-256 of the header. */
  header: string;
  tables: { name: string; rows: number; /** SHA-256 of each part. */ parts: string[] }[];
  /** Stored files; the name of each is its SHA-256. */
  files: { count: number; bytes: number };
  /** Files that the database knew and the storage did not have. */
  missing: string[];
  /** Files whose bytes were not those of their name already when they were copied, with the SHA-256 that they had. */
  damaged: Record<string, string>;
}

/** A backup cannot be made, read or restored; the message is a sentence for the operator. */
export class BackupError extends Error {}

/** Name of an entry with a part of a table. */
export function partName(table: string, index: number): string {
  return `database/${table}/${String(index + 1).padStart(8, '0')}.copy`;
}

/** Name of an entry with a stored file. */
export function fileName({ organizationId, blob }: { organizationId: string; blob: string }): string {
  return `files/${organizationId}/${blob}`;
}

/** Name of the file of a backup that begins at a moment; names sort by it. */
export function backupName(at: Date): string {
  return `bindery-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`;
}
