import { rmSync } from 'node:fs';
import { GitHubAppSecrets } from '../../src/modules/git/providers/github-app/github-app-secrets.js';
import type { TestOrganization } from './factories.js';
import { buildSpace } from './factories.js';
import { GitHost } from './git-host.js';
import { GitServer } from './git-server.js';
import type { TestApp } from './test-app.js';

/** Id of the linked account's installation of the GitHub App. */
const INSTALLATION = 9001;
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
  const [repository, project] = [`of-${organization.id}`, `project-of-${organization.id}`];
  const connect = async (provider: string, name: string): Promise<string> => {
    const { id } = await buildSpace(organization, { title: `At ${provider}` });
    const url = host.create('acme', name, { 'README.md': '# Welcome\n' });
    const body = { url, provider, token: 'good-token' };
    const made = await organization.admin.api.post(`/v1/spaces/${id}/git/connection`, body);
    if (made.status !== 201) throw new Error(`Not connected: ${made.text}`);
    return made.body.id as string;
  };
  const gitHubSyncId = await connect('github', repository);
  const gitLabSyncId = await connect('gitlab', project);
  await linkAccount(test, organization, host, repository);
  return {
    gitHubSyncId,
    gitLabSyncId,
    accountName: 'acme',
    repositoryName: repository,
    projectId: String(host.idOf(project)),
    gitHubInstallationId: String(INSTALLATION),
    gitHubHost: host.url,
  };
}

async function startHost(): Promise<GitHost> {
  const server = await GitServer.start();
  process.once('exit', () => rmSync(server.root, { recursive: true, force: true }));
  return GitHost.start(server);
}

/** There is an App at GitHub too; that of the host may use the repository, so that every member who may sync finds it. */
async function linkAccount(
  { app, db }: TestApp,
  { id, admin }: TestOrganization,
  host: GitHost,
  repository: string,
): Promise<void> {
  const { id: appId, slug, privateKey } = host.app;
  for (const url of [host.url, 'https://github.com'])
    await db.execute(
      `insert into github_apps (host, app_id, slug, owner, client_id, client_secret, private_key, webhook_secret, created_at)
       values ($1, $2, $3, 'acme', 'x', '', $4, '', now()) on conflict do nothing`,
      [url, String(appId), slug, await app.get(GitHubAppSecrets).seal(url, 'privateKey', privateKey)],
    );
  await db.execute(
    `insert into github_app_installations (organization_id, host, installation_id, account, created_by, created_at)
     values ($1, $2, $3, 'acme', $4, now())`,
    [id, host.url, String(INSTALLATION), admin.id],
  );
  host.installations.push({ id: INSTALLATION, account: 'acme', repositories: [repository] });
}
