import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** An account of GitHub that installed our App, and whose owner lets an organization use it. */
@Entity('github_app_installations')
export class AppInstallationEntity extends OrganizationRow {
  @PrimaryColumn({ type: 'text' })
  host: string;

  /** The id that GitHub gave the installation. */
  @PrimaryColumn({ name: 'installation_id', type: 'text' })
  installationId: string;

  /** Name of the account, as it was then. */
  @Column({ type: 'text' })
  account: string;

  @Column({ name: 'created_by', type: 'text' })
  createdBy: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
