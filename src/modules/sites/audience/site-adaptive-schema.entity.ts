import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AdaptiveSchema } from './adaptive-schema.js';

/** What the visitors of a site may claim to be. */
@Entity('site_adaptive_schemas')
export class SiteAdaptiveSchemaEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @PrimaryColumn({ name: 'site_id', type: 'text' })
  siteId: string;

  @Column({ name: 'json_schema', type: 'json' })
  jsonSchema: AdaptiveSchema;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
