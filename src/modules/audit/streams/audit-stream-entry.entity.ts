import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/**
 * An entry of the audit log that waits for its delivery to a stream. It is written with the entry and deleted once it is delivered, so
 * that an entry whose transaction ends late is found however far the stream is.
 */
@Entity('audit_stream_entries')
export class AuditStreamEntryEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'stream_id', type: 'text' })
  streamId: string;

  @PrimaryColumn({ type: 'bigint', generated: 'identity' })
  position: string;

  @Column({ name: 'event_id', type: 'uuid' })
  eventId: string;
}
