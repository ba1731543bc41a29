import { rmSync } from 'node:fs';
import type { TestOrganization } from './factories.js';
import { buildSpace } from './factories.js';
import { GitHost } from './git-host.js';
import { GitServer } from './git-server.js';
import type { TestApp } from './test-app.js';

const HOST = 'https://github.com';
let started: Promise<GitHost> | undefined;

/**
 * Spaces of an organization that are connected at a host, by values of path parameters that name them, and an account of GitHub that it has
 * linked. The host goes with the process.
 */
export async function hostedInstallations(
  test: TestApp,
  organization: TestOrganization,
): Promise<Record<string, string>> {
  started ??= startHost();
  const host = await started;
  const name = `of-${organization.id}`;
  const url = host.create('acme', name, { 'README.md': '# Welcome\n' });
  const connect = async (provider: string): Promise<string> => {
    const { id } = await buildSpace(organization, { title: `At ${provider}` });
    const body = { url, provider, token: 'good-token' };
    const made = await organization.admin.api.post(`/v1/spaces/${id}/git/connection`, body);
    return made.body.id as string;
  };
  await linkAccount(test, organization);
  return {
    gitHubSyncId: await connect('github'),
    gitLabSyncId: await connect('gitlab'),
    accountName: 'acme',
    repositoryName: name,
    projectId: String(host.idOf(name)),
    gitHubInstallationId: '9001',
  };
}

async function startHost(): Promise<GitHost> {
  const server = await GitServer.start();
  process.once('exit', () => rmSync(server.root, { recursive: true, force: true }));
  return GitHost.start(server);
}

async function linkAccount({ db }: TestApp, { id, admin }: TestOrganization): Promise<void> {
  await db.execute(
    `insert into github_apps (host, app_id, slug, owner, client_id, client_secret, private_key, webhook_secret, created_at)
     values ($1, '1', 'app', 'acme', 'x', '', '', '', now()) on conflict do nothing`,
    [HOST],
  );
  await db.execute(
    `insert into github_app_installations (organization_id, host, installation_id, account, created_by, created_at)
     values ($1, $2, '9001', 'acme', $3, now())`,
    [id, HOST, admin.id],
  );
}
