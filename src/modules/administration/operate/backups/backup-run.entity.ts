import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Making a backup, which is read back at its end, or only reading one. One run at a time has not ended. */
@Entity('backup_runs')
@Index('backup_runs_created_at_index', ['createdAt', 'id'])
@Index('backup_runs_name_index', ['name', 'createdAt'])
export class BackupRunEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ type: 'text' })
  kind: 'backup' | 'verify';

  /** Name of the file in the folder of backups. */
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  state: 'waiting' | 'running' | 'done' | 'failed';

  /** Number of processes that began it. */
  @Column({ type: 'integer' })
  attempts: number;

  /** The step that it is at, in words. */
  @Column({ type: 'text', nullable: true })
  progress: string | null;

  /** The reason why it failed, in sentences. */
  @Column({ type: 'text', nullable: true })
  error: string | null;

  /** Length of the file that was read. */
  @Column({ type: 'bigint', nullable: true })
  bytes: string | null;

  @Column({ type: 'bigint', nullable: true })
  rows: string | null;

  @Column({ type: 'integer', nullable: true })
  files: number | null;

  /** Number of files that were missing or damaged in the storage already when the backup was made. */
  @Column({ type: 'integer', nullable: true })
  lost: number | null;

  /** Name of the machine that worked on it last. */
  @Column({ type: 'text', nullable: true })
  host: string | null;

  /** The operator who asked for it; null for the schedule. */
  @Column({ name: 'requested_by', type: 'text', nullable: true })
  requestedBy: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', precision: 3, nullable: true })
  endedAt: Date | null;
}
