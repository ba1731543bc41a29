import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';
import type { AdaptiveSchema } from './adaptive-schema.js';

/** Schema of the claims of a site's visitors. */
@Entity('site_adaptive_schemas')
export class SiteAdaptiveSchemaEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'site_id', type: 'text' })
  siteId: string;

  @Column({ name: 'json_schema', type: 'json' })
  jsonSchema: AdaptiveSchema;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
