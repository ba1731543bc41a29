import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The source of a script, kept once by its digest. */
@Entity('integration_scripts')
export class IntegrationScriptEntity {
  /** SHA-256, in hexadecimal digits. */
  @PrimaryColumn({ type: 'text' })
  hash: string;

  @Column({ type: 'text' })
  source: string;
}
