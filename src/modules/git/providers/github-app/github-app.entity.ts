import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The GitHub App of this installation at a host: with it, spaces are connected without tokens of persons. */
@Entity('github_apps')
export class GitHubAppEntity {
  /** Web address of GitHub or of a GitHub Enterprise server, without a slash at its end. */
  @PrimaryColumn({ type: 'text' })
  host: string;

  @Column({ name: 'app_id', type: 'text' })
  appId: string;

  /** Name of the App in addresses. */
  @Column({ type: 'text' })
  slug: string;

  /** Account that the App belongs to. */
  @Column({ type: 'text' })
  owner: string;

  @Column({ name: 'client_id', type: 'text' })
  clientId: string;

  /** Sealed. */
  @Column({ name: 'client_secret', type: 'bytea' })
  clientSecret: Buffer;

  /** Sealed, in PEM. */
  @Column({ name: 'private_key', type: 'bytea' })
  privateKey: Buffer;

  /** Sealed: with it GitHub signs what it says of pushes. */
  @Column({ name: 'webhook_secret', type: 'bytea' })
  webhookSecret: Buffer;

  @Column({ name: 'created_by', type: 'text', nullable: true })
  createdBy: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
