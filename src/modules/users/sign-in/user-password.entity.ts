import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The password of somebody who has one. */
@Entity('user_passwords')
export class UserPasswordEntity {
  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  /** In the PHC string format, with the parameters that it was made with. */
  @Column({ type: 'text' })
  hash: string;

  @Column({ name: 'changed_at', type: 'timestamptz', precision: 3 })
  changedAt: Date;
}
