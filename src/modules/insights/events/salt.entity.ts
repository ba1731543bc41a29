import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The secret of a day that visitors are hashed with. Deleted after two days, and with it every way back to a person. */
@Entity('site_event_salts')
export class SiteEventSaltEntity {
  @PrimaryColumn({ type: 'date' })
  day: string;

  @Column({ type: 'text' })
  salt: string;
}
