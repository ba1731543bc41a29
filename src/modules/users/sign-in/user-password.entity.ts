import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The password of somebody who has one. */
@Entity('user_passwords')
@Index('user_passwords_organization_id_index', ['organizationId'], { where: 'organization_id is not null' })
export class UserPasswordEntity {
  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  /** In the PHC string format, with the parameters that it was made with. */
  @Column({ type: 'text' })
  hash: string;

  /** The only organization that it opens: its administrator made the link after which it was chosen. */
  @Column({ name: 'organization_id', type: 'text', nullable: true })
  organizationId: string | null;

  @Column({ name: 'changed_at', type: 'timestamptz', precision: 3 })
  changedAt: Date;
}
