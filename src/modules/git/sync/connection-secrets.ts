import { Injectable } from '@nestjs/common';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { AppTokens } from '../providers/github-app/app-tokens.js';
import { credentialsOf, type GitProvider } from '../remote/provider-credentials.js';
import type { Repository } from '../remote/remote-repository.js';
import { type SiteConnection, SiteConnectionsRepository } from '../site/site-connections.repository.js';
import type { GitConnection } from './git-connections.repository.js';

/** A connection that has credentials, or takes those of the connection of its site. */
export type OpenedLink = GitConnection | SiteConnection;

/** Credentials of a repository. */
export type ConnectionSecret =
  { kind: 'token'; token: string; username?: string } | { kind: 'ssh'; privateKey: string };

/** A token, with the user name where a host wants one. */
export type ConnectionToken = Pick<ConnectionSecret & { kind: 'token' }, 'token' | 'username'>;

/** Seals and opens the secrets of connections; they are bound to the connection, so that no other can use them. */
@Injectable()
export class ConnectionSecrets {
  constructor(
    private readonly box: SecretBox,
    private readonly appTokens: AppTokens,
    private readonly siteConnections: SiteConnectionsRepository,
  ) {}

  seal(connectionId: string, secret: ConnectionSecret): Promise<Buffer> {
    return this.box.seal(JSON.stringify(secret), `git-connection ${connectionId}`);
  }

  sealWebhook(connectionId: string, secret: string): Promise<Buffer> {
    return this.box.seal(secret, `git-webhook ${connectionId}`);
  }

  openWebhook({ id, webhookSecret }: Pick<GitConnection, 'id' | 'webhookSecret'>): Promise<string> {
    return this.box.open(webhookSecret, `git-webhook ${id}`);
  }

  /**
   * The repository with what opens it.
   * @throws RemoteProblem `no-access` where GitHub gives no token for it any more.
   */
  async repositoryOf(connection: OpenedLink): Promise<Repository> {
    return this.open(
      connection.url,
      connection.provider,
      await this.secretOf(connection),
      connection.hostKey,
    );
  }

  /**
   * The token of a connection; null for one over SSH, or to a repository that everybody may read.
   * @throws as `repositoryOf`
   */
  async tokenOf(connection: OpenedLink): Promise<ConnectionToken | null> {
    const secret = await this.secretOf(connection);
    return secret?.kind === 'token' ? secret : null;
  }

  /** An address with what opens it. */
  open(
    url: string,
    provider: GitProvider,
    opened: ConnectionSecret | null,
    hostKey: string | null,
  ): Repository {
    if (!opened) return { url };
    if (opened.kind === 'ssh') return { url, ssh: { privateKey: opened.privateKey, hostKey: hostKey ?? '' } };
    return { url, credentials: credentialsOf(provider, opened.token, opened.username) };
  }

  /** The token that was sealed for a connection, also before there is one; null where a key was. */
  async openToken(connectionId: string, sealed: Buffer): Promise<string | null> {
    const secret = await this.openSecret(connectionId, sealed);
    return secret.kind === 'token' ? secret.token : null;
  }

  private async openSecret(connectionId: string, sealed: Buffer): Promise<ConnectionSecret> {
    const opened = await this.box.open(sealed, `git-connection ${connectionId}`);
    return JSON.parse(opened) as ConnectionSecret;
  }

  private async secretOf(connection: OpenedLink): Promise<ConnectionSecret | null> {
    if ('siteConnectionId' in connection && connection.siteConnectionId !== null) {
      const parent = await this.siteConnections.find(connection.siteConnectionId);
      return parent?.organizationId === connection.organizationId ? this.secretOf(parent) : null;
    }
    const { id, secret, organizationId, appInstallationId: installationId } = connection;
    if (secret) return this.openSecret(id, secret);
    if (installationId === null) return null;
    const repositoryId = connection.repositoryId ?? undefined;
    const host = new URL(connection.url).origin;
    const token = await this.appTokens.tokenFor({ organizationId, host, installationId, repositoryId });
    return { kind: 'token', token };
  }
}
