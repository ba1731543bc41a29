import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person who looks after the whole installation. */
@Entity('operators')
export class OperatorEntity {
  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  @Column({ name: 'added_at', type: 'timestamptz', precision: 3 })
  addedAt: Date;

  /** The operator who named them; null for the first start, the command line and migrations. */
  @Column({ name: 'added_by', type: 'text', nullable: true })
  addedBy: string | null;
}
