import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { parseJson } from '#platform/http/body/parse-json.js';
import { BadRequest, Unauthorized } from '#platform/http/errors.js';
import { type SiteConnection, SiteConnectionsRepository } from '../../site/site-connections.repository.js';
import { SiteRuns } from '../../site/site-runs.service.js';
import { ConnectionSecrets } from '../../sync/connection-secrets.js';
import { type GitConnection, GitConnectionsRepository } from '../../sync/git-connections.repository.js';
import { SyncRuns } from '../../sync/sync-runs.js';
import { GitHubAppSecrets } from '../github-app/github-app-secrets.js';
import { type GitHubApp, GitHubAppsRepository } from '../github-app/github-apps.repository.js';
import {
  isPing,
  type PushedBranch,
  pushedBranches,
  readDelivery,
  type WebhookDelivery,
} from './webhook-delivery.js';
import { GitWebhookHooks } from './webhook-hooks.js';
import { isFromHost, NOT_OF_HOST } from './webhook-signature.js';

/** A request of a host, as it came. */
export interface HostRequest {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An event that a host tells of, and the connections that it is about. */
export interface VerifiedDelivery {
  connections: readonly GitConnection[];
  /** Connections of sites, whose runs start those of their spaces. */
  sites: readonly SiteConnection[];
  delivery: WebhookDelivery;
  /** The host may send so many deliveries a minute about it: a connection, or a repository of a GitHub App. */
  source: string;
}

/** Stands in where there is no connection, so that the answer takes as long. */
const NO_SECRET = 'no connection';

/** Takes what hosts say of pushes. */
@Injectable()
export class Webhooks {
  constructor(
    private readonly clock: Clock,
    private readonly connections: GitConnectionsRepository,
    private readonly secrets: ConnectionSecrets,
    private readonly apps: GitHubAppsRepository,
    private readonly appSecrets: GitHubAppSecrets,
    private readonly runs: SyncRuns,
    private readonly siteConnections: SiteConnectionsRepository,
    private readonly siteRuns: SiteRuns,
    private readonly hooks: GitWebhookHooks,
  ) {}

  /**
   * Finds the connection that a host speaks of.
   * @throws Unauthorized for a signature that is not the host's, also where there is no such connection; BadRequest for a body of
   *   another kind than JSON.
   */
  async verify(connectionId: string, request: HostRequest): Promise<VerifiedDelivery> {
    const connection =
      (await this.siteConnections.find(connectionId)) ?? (await this.connections.find(connectionId));
    const secret = connection ? await this.secrets.openWebhook(connection) : NO_SECRET;
    if (!isFromHost(request.headers, request.body, secret) || !connection)
      throw new Unauthorized(NOT_OF_HOST);
    const delivery = await deliveryOf(request);
    const source = connection.id;
    const siteConnectionId = 'siteId' in connection ? connection.id : connection.siteConnectionId;
    const site = siteConnectionId === null ? null : await this.siteConnections.find(siteConnectionId);
    if (!site)
      return { connections: 'siteId' in connection ? [] : [connection], sites: [], delivery, source };
    const children = await this.connections.findOfSiteConnection(site.organizationId, site.id);
    return { connections: children, sites: [site], delivery, source };
  }

  /** Finds all connections that GitHub speaks of where it tells our App. @throws as `verify` */
  async verifyOfApp(request: HostRequest): Promise<VerifiedDelivery> {
    const app = await this.appOf(request);
    if (!app) throw new Unauthorized(NOT_OF_HOST);
    const delivery = await deliveryOf(request);
    const installationId = idIn(delivery.body['installation']);
    const repositoryId = idIn(delivery.body['repository']);
    const source = `${app.host} ${app.appId} ${repositoryId ?? ''}`;
    if (installationId === null) return { connections: [], sites: [], delivery, source };
    if (delivery.event === 'installation' && delivery.body['action'] === 'deleted')
      await this.apps.forgetInstallation(app.host, installationId);
    if (repositoryId === null) return { connections: [], sites: [], delivery, source };
    const found = await this.connections.findOfApp(installationId, repositoryId);
    const sites = await this.siteConnections.findOfApp(installationId, repositoryId);
    const isThere = ({ url }: { url: string }) => new URL(url).origin === app.host;
    return { connections: found.filter(isThere), sites: sites.filter(isThere), delivery, source };
  }

  /** Starts what a delivery is reason for. */
  async take({ connections, sites, delivery }: VerifiedDelivery): Promise<void> {
    const pushed = pushedBranches(delivery);
    if (pushed.length > 0 || isPing(delivery)) {
      const now = this.clock.now();
      await this.siteConnections.noteWebhook(idsOf(sites), now);
      await this.connections.noteWebhook(idsOf(connections), now);
    }
    for (const site of sites)
      if (pushed.some((branch) => isNews(site, branch))) await this.siteRuns.start(site);
    for (const connection of connections) {
      const isOwn = connection.siteConnectionId === null;
      if (isOwn && pushed.some((branch) => isNews(connection, branch))) await this.runs.start(connection);
      await this.hooks.delivered.all(connection, delivery);
    }
  }

  private async appOf({ headers, body }: HostRequest): Promise<GitHubApp | null> {
    const appId = headers['x-github-hook-installation-target-id'];
    const apps = typeof appId === 'string' ? await this.apps.findByAppId(appId) : [];
    for (const app of apps)
      if (isFromHost(headers, body, await this.appSecrets.open(app, 'webhookSecret'))) return app;
    return null;
  }
}

function idsOf(connections: readonly { id: string }[]): string[] {
  return connections.map(({ id }) => id);
}

/** Our own pushes come back too. */
function isNews(
  { branch, baseCommit, pushing }: GitConnection | SiteConnection,
  pushed: PushedBranch,
): boolean {
  if (pushed.branch !== branch) return false;
  return pushed.after === null || (pushed.after !== baseCommit && pushed.after !== pushing?.commit);
}

async function deliveryOf({ headers, body }: HostRequest): Promise<WebhookDelivery> {
  const delivery = readDelivery(headers, body.length === 0 ? null : await parseJson(body));
  if (!delivery)
    throw new BadRequest('The body must be a JSON object; choose JSON as its content type at the host.');
  return delivery;
}

/** The id of an object as GitHub writes it. */
function idIn(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'number' ? String(id) : null;
}
