import { Injectable } from '@nestjs/common';
import { Urls } from '#platform/http/urls.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Logger } from '#platform/logging/logger.js';
import { RemoteProblem } from '../../remote/remote-problem.js';
import { SiteConnectionsRepository } from '../../site/site-connections.repository.js';
import { ConnectionSecrets, type OpenedLink } from '../../sync/connection-secrets.js';
import { GitConnectionsRepository } from '../../sync/git-connections.repository.js';
import { HostClients } from '../clients/host-clients.js';
import { ProviderAccesses } from '../provider-accesses.js';

const ADD = 'git.hook-add';

/**
 * Webhooks that we make at hosts, where the token may. Without one the repository is looked at every minute, and pages say how to add one
 * by hand: the connection works on where this fails.
 */
@Injectable()
export class RegisteredHooks {
  constructor(
    private readonly jobs: Jobs,
    private readonly urls: Urls,
    private readonly logger: Logger,
    private readonly connections: GitConnectionsRepository,
    private readonly siteConnections: SiteConnectionsRepository,
    private readonly secrets: ConnectionSecrets,
    private readonly accesses: ProviderAccesses,
    private readonly clients: HostClients,
  ) {}

  /** Has a webhook made, once the transaction ended. The GitHub App has one for all repositories. */
  async request({ id, appInstallationId, hookId }: OpenedLink): Promise<void> {
    if (appInstallationId === null && hookId === null)
      await this.jobs.enqueue(ADD, { id }, { singletonKey: id, retries: 2 });
  }

  @OnJob(ADD)
  async add({ id }: { id: string }): Promise<void> {
    const connection = (await this.connections.find(id)) ?? (await this.siteConnections.find(id));
    if (!connection || connection.hookId !== null || connection.appInstallationId !== null) return;
    await this.ifPossible(connection, 'added', async () => {
      const access = await this.accesses.of(connection);
      if (!access) return;
      const client = this.clients.of(access);
      const { id: repositoryId } = await client.repository(access);
      await this.update(connection, { repositoryId });
      const url = this.urls.api('git', 'webhooks', id);
      const secret = await this.secrets.openWebhook(connection);
      await this.update(connection, { hookId: await client.addHook(access, { url, secret }) });
    });
  }

  /** Takes the webhook of a connection that has ended away. */
  async remove(connection: OpenedLink): Promise<void> {
    const { hookId } = connection;
    if (hookId === null) return;
    await this.ifPossible(connection, 'removed', async () => {
      const access = await this.accesses.of(connection);
      if (access) await this.clients.of(access).removeHook(access, hookId);
    });
  }

  private async update(
    connection: OpenedLink,
    changes: { repositoryId: string } | { hookId: string },
  ): Promise<void> {
    if ('siteId' in connection) await this.siteConnections.update(connection, changes);
    else await this.connections.update(connection, changes);
  }

  private async ifPossible(
    { id, provider }: OpenedLink,
    what: 'added' | 'removed',
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RemoteProblem)) throw error;
      this.logger.info('A webhook could not be ' + what, { connection: id, provider, reason: error.message });
    }
  }
}
