import { Injectable } from '@nestjs/common';
import { BadRequest } from '#platform/http/errors.js';
import { AppRepositories } from '../providers/github-app/app-repositories.js';
import { makeDeployKey } from '../remote/deploy-key.js';
import { GitRemote } from '../remote/git-remote.js';
import type { GitProvider } from '../remote/provider-credentials.js';
import { isSsh } from '../remote/remote-address.js';
import { RemoteProblem } from '../remote/remote-problem.js';
import type { RemoteRefs, Repository } from '../remote/remote-repository.js';
import { type ConnectionSecret, ConnectionSecrets } from './connection-secrets.js';
import type { ConnectRepositoryBody } from './git-connection.dto.js';
import type { GitConnection } from './git-connections.repository.js';
import { providerOf } from './repository-place.js';

const CHECK_MS = 30_000;

/** Members of a new connection that say how its repository is opened. */
export type MadeAccess = Pick<
  GitConnection,
  'provider' | 'branch' | 'secret' | 'appInstallationId' | 'repositoryId' | 'publicKey' | 'hostKey'
>;

interface ChosenSecret {
  secret: ConnectionSecret | null;
  app: { installationId: string; repositoryId: string } | null;
}

/** Opens repositories before there is a connection: by a token, by the GitHub App, by a key that is made, or by nothing. */
@Injectable()
export class ConnectionAccess {
  constructor(
    private readonly remote: GitRemote,
    private readonly secrets: ConnectionSecrets,
    private readonly appRepositories: AppRepositories,
  ) {}

  /**
   * Asks a repository for its branches and tags.
   * @throws BadRequest with a sentence where it cannot be asked.
   */
  async look(
    organizationId: string,
    body: Pick<ConnectRepositoryBody, 'url' | 'token' | 'username' | 'provider'>,
  ): Promise<RemoteRefs & { provider: GitProvider }> {
    const repository = this.remote.parse(body.url);
    const provider = body.provider ?? providerOf(repository.url);
    const { secret } = await this.chosen(organizationId, provider, repository, body);
    return { provider, ...(await this.refsOf(repository, provider, secret)) };
  }

  /**
   * The access of a new connection. Over SSH a key is made, which has to be let in at the host first.
   * @throws BadRequest naming the member that cannot be.
   */
  async make(
    organizationId: string,
    id: string,
    repository: Repository,
    body: ConnectRepositoryBody,
  ): Promise<MadeAccess> {
    const provider = body.provider ?? providerOf(repository.url);
    if (isSsh(repository.url)) return this.makeSsh(id, provider, repository, body);
    const { secret, app } = await this.chosen(organizationId, provider, repository, body);
    const { refs, head } = await this.refsOf(repository, provider, secret);
    const branch = branchOf(body.branch ?? head ?? 'main');
    const mustExist = (body.priority ?? 'git') === 'git' && refs.size > 0;
    if (mustExist && !refs.has(`refs/heads/${branch}`))
      throw new BadRequest(`branch: the repository has no branch "${branch}".`);
    return {
      ...{ provider, branch, publicKey: null, hostKey: null },
      secret: app || !secret ? null : await this.secrets.seal(id, secret),
      appInstallationId: app?.installationId ?? null,
      repositoryId: app?.repositoryId ?? null,
    };
  }

  private async makeSsh(
    id: string,
    provider: GitProvider,
    { url }: Repository,
    { token, branch = 'main' }: ConnectRepositoryBody,
  ): Promise<MadeAccess> {
    if (token !== undefined)
      throw new BadRequest('token: an address for SSH takes none; a key is made for it.');
    const { key: hostKey } = await naming('url', () => this.remote.hostKeyOf(url));
    const { publicKey, privateKey } = makeDeployKey('bindery');
    const secret = await this.secrets.seal(id, { kind: 'ssh', privateKey });
    return {
      ...{ provider, branch: branchOf(branch), secret, publicKey, hostKey },
      ...{ appInstallationId: null, repositoryId: null },
    };
  }

  /** Without a token, the GitHub App opens what the organization may use. */
  private async chosen(
    organizationId: string,
    provider: GitProvider,
    repository: Repository,
    body: Pick<ConnectRepositoryBody, 'token' | 'username'>,
  ): Promise<ChosenSecret> {
    const secret = secretOf(repository, body);
    if (secret || provider !== 'github') return { secret, app: null };
    const app = await naming('url', () => this.appRepositories.find(organizationId, repository.url));
    return app ? { secret: { kind: 'token', token: app.token }, app } : { secret: null, app: null };
  }

  private refsOf(
    repository: Repository,
    provider: GitProvider,
    secret: ConnectionSecret | null,
  ): Promise<RemoteRefs> {
    const opened = this.secrets.open(repository.url, provider, secret, null);
    return naming('url', async () => {
      try {
        return await this.remote.open(opened, { signal: AbortSignal.timeout(CHECK_MS) }, (git) =>
          git.listRefs(),
        );
      } catch (error) {
        if (error instanceof RemoteProblem && error.code === 'empty') return { refs: new Map(), head: null };
        throw error;
      }
    });
  }
}

/** The short name of a branch. */
export function branchOf(name: string): string {
  return name.replace(/^refs\/heads\//, '');
}

/** Says which member of a body a problem of a repository is about. @throws BadRequest in place of RemoteProblem. */
export async function naming<T>(member: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RemoteProblem ? new BadRequest(`${member}: ${error.message}`) : error;
  }
}

/** The token of the body, or what the address carried. */
function secretOf(
  { credentials }: Repository,
  { token, username }: Pick<ConnectRepositoryBody, 'token' | 'username'>,
): ConnectionSecret | null {
  const given = token ?? credentials?.password;
  if (given === undefined || given === '') return null;
  const name = username ?? (token === undefined ? credentials?.username : undefined);
  return { kind: 'token', token: given, ...(name ? { username: name } : {}) };
}
