import { Injectable } from '@nestjs/common';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { credentialsOf, type GitProvider } from '../remote/provider-credentials.js';
import type { Repository } from '../remote/remote-repository.js';
import type { GitConnection } from './git-connections.repository.js';

/** Credentials of a repository. */
export type ConnectionSecret =
  { kind: 'token'; token: string; username?: string } | { kind: 'ssh'; privateKey: string };

/** Seals and opens the secrets of connections; they are bound to the connection, so that no other can use them. */
@Injectable()
export class ConnectionSecrets {
  constructor(private readonly box: SecretBox) {}

  seal(connectionId: string, secret: ConnectionSecret): Promise<Buffer> {
    return this.box.seal(JSON.stringify(secret), `git-connection ${connectionId}`);
  }

  sealWebhook(connectionId: string, secret: string): Promise<Buffer> {
    return this.box.seal(secret, `git-webhook ${connectionId}`);
  }

  openWebhook({ id, webhookSecret }: GitConnection): Promise<string> {
    return this.box.open(webhookSecret, `git-webhook ${id}`);
  }

  /** The repository with what opens it. */
  async repositoryOf({ id, url, provider, secret, hostKey }: GitConnection): Promise<Repository> {
    const opened =
      secret && (JSON.parse(await this.box.open(secret, `git-connection ${id}`)) as ConnectionSecret);
    return this.open(url, provider, opened, hostKey);
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
}
