import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** One weight of an uploaded font. */
export interface CustomFontFace {
  weight: number;
  /** SHA-256 of the file. */
  blob: string;
  format: 'woff2' | 'woff';
}

/** A font that an organization uploaded for its sites. */
@Entity('custom_fonts')
export class CustomFontEntity extends OrganizationItem {
  @Column({ type: 'text' })
  family: string;

  @JsonColumn()
  faces: CustomFontFace[];

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
