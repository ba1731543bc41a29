import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type { IntegrationScope } from '../catalog/integration.values.js';

export const INSTALLATION_STATUSES = ['active', 'pending', 'paused'] as const;
export type InstallationStatus = (typeof INSTALLATION_STATUSES)[number];
export const SELECTIONS = ['all', 'selected'] as const;
export type TargetSelection = (typeof SELECTIONS)[number];

/** That an organization has an integration. */
@Entity('integration_installations')
@Unique('integration_installations_key', ['integrationId', 'organizationId'])
@Index('integration_installations_organization_id_index', ['organizationId'])
export class InstallationEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'integration_id', type: 'text' })
  integrationId: string;

  @Column({ name: 'organization_id', type: 'text' })
  organizationId: string;

  /** The user of kind `service` that the installation acts as. */
  @Column({ name: 'user_id', type: 'text' })
  userId: string;

  @Column({ type: 'text' })
  status: InstallationStatus;

  @Column({ name: 'space_selection', type: 'text' })
  spaceSelection: TargetSelection;

  @Column({ name: 'site_selection', type: 'text' })
  siteSelection: TargetSelection;

  /** Scopes that an administrator granted. */
  @Column({ type: 'text', array: true })
  scopes: IntegrationScope[];

  @JsonColumn()
  configuration: Record<string, unknown>;

  /** Ids that the integration gives it; up to five. */
  @Column({ name: 'external_ids', type: 'text', array: true })
  externalIds: string[];

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
