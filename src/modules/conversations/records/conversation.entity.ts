import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';

export const PART_ROLES = ['user', 'assistant', 'team-member'] as const;
export type PartRole = (typeof PART_ROLES)[number];

/** A message, as Markdown, with personal data masked. */
export interface ConversationPart {
  type: 'message';
  role: PartRole;
  body: string;
}

/** A conversation from a support tool. Personal data is masked before it is stored. */
@Entity('conversations')
@Index('conversations_created', ['organizationId', 'createdAt', 'id'])
@Index('conversations_source', ['organizationId', 'source', 'createdAt', 'id'])
@Index('conversations_waiting', ['organizationId', 'ingestedAt'], { where: 'processed_at is null' })
export class ConversationEntity extends OrganizationRow {
  /** As the source calls it. */
  @PrimaryColumn({ type: 'text' })
  id: string;

  /** `email`, or `integration:<name>:<source>`. */
  @Column({ type: 'text' })
  source: string;

  @Column({ type: 'text', nullable: true })
  subject: string | null;

  /** Address of the conversation in its source. */
  @Column({ type: 'text', nullable: true })
  url: string | null;

  @JsonColumn()
  attributes: Record<string, string>;

  @JsonColumn()
  parts: ConversationPart[];

  /** Of what was ingested: the same again is not processed again. */
  @Column({ type: 'text' })
  digest: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'ingested_at', type: 'timestamptz', precision: 3 })
  ingestedAt: Date;

  /** Null until its issues are known. */
  @Column({ name: 'processed_at', type: 'timestamptz', precision: 3, nullable: true })
  processedAt: Date | null;
}
