import { Column, Entity, Index } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** An issue that is alike: its id, and how much, from 0 to 1. */
export type SimilarIssue = [id: string, similarity: number];

/** One question somebody had in a conversation. */
@Entity('conversation_issues')
@Index('conversation_issues_conversation', ['organizationId', 'conversationId'])
@Index('conversation_issues_cluster', ['organizationId', 'clusterId', 'createdAt'])
@Index('conversation_issues_model', ['organizationId', 'model', 'clusterId'])
@Index('conversation_issues_created', ['organizationId', 'createdAt', 'id'])
export class IssueEntity extends OrganizationItem {
  @Column({ name: 'conversation_id', type: 'text' })
  conversationId: string;

  @Column({ name: 'cluster_id', type: 'text', nullable: true })
  clusterId: string | null;

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text' })
  summary: string;

  /** Stems of the words that mean something. */
  @Column({ type: 'text', array: true })
  terms: string[];

  /** Packed, see `language/vector.ts`; null where no model knows the language. */
  @Column({ type: 'bytea', nullable: true })
  vector: Buffer | null;

  /** The model that the vector is of: those of others cannot be compared with it. */
  @Column({ type: 'text', nullable: true })
  model: string | null;

  /** The most alike, best first. */
  @JsonColumn()
  neighbours: SimilarIssue[];

  /** When the conversation began. */
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'ingested_at', type: 'timestamptz', precision: 3 })
  ingestedAt: Date;
}
