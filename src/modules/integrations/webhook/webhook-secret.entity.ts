import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Secret with which an installation's deliveries are signed. */
@Entity('webhook_secrets')
export class WebhookSecretEntity {
  @PrimaryColumn({ name: 'installation_id', type: 'text' })
  installationId: string;

  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ type: 'bytea' })
  sealed: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
