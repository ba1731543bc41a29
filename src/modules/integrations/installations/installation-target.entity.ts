import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type { InstallationStatus } from './installation.entity.js';

/** That an installation is used on a space or a site, with the settings it has there. */
@Entity('integration_targets')
@Index('integration_targets_target_index', ['organizationId', 'kind', 'targetId'])
export class InstallationTargetEntity {
  @PrimaryColumn({ name: 'installation_id', type: 'text' })
  installationId: string;

  @PrimaryColumn({ type: 'text' })
  kind: 'space' | 'site';

  @PrimaryColumn({ name: 'target_id', type: 'text' })
  targetId: string;

  @Column({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @Column({ type: 'text' })
  status: InstallationStatus;

  @JsonColumn()
  configuration: Record<string, unknown>;

  @Column({ name: 'external_ids', type: 'text', array: true })
  externalIds: string[];

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
