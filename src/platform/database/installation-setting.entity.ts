import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A value that belongs to the installation and not to a tenant: generated secrets that all replicas share. */
@Entity('installation_settings')
export class InstallationSettingEntity {
  @PrimaryColumn({ type: 'text' })
  key: string;

  @Column({ type: 'text' })
  value: string;
}
