import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { withTemporaryFolder } from '#platform/archive/archive.js';
import { Config } from '#platform/config/env.js';
import { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { IsomorphicRepository } from './isomorphic/isomorphic-repository.js';
import { findPrograms } from './native/git-binary.js';
import { GitCalls } from './native/git-calls.js';
import { gitEnvironment } from './native/git-environment.js';
import { GitProcess } from './native/git-process.js';
import { type HostKey, readHostKey } from './native/host-key.js';
import { cacheBytes, Mirrors } from './native/mirrors.js';
import { NativeRepository } from './native/native-repository.js';
import { isSsh, parseAddress } from './remote-address.js';
import { RemoteProblem } from './remote-problem.js';
import type { Repository, RemoteRepository } from './remote-repository.js';

export interface OpenOptions {
  /**
   * Keeps what was fetched on this machine for the next time, under this key. Whoever gives a key may read what was fetched
   * under it, so nobody else's may be equal.
   */
  cacheKey?: string;
  /** Breaks off what is going on. */
  signal?: AbortSignal;
}

/** Reads from and writes to repositories: by Git's own program where the machine has one, by a library otherwise. */
@Injectable()
export class GitRemote {
  private readonly mirrors: Mirrors;

  constructor(
    private readonly config: Config,
    private readonly http: GuardedFetch,
  ) {
    this.mirrors = new Mirrors(join(config.dataDir, 'git-cache'), cacheBytes(config.gitCacheMb));
  }

  /**
   * Takes the credentials out of an address.
   * @throws BadRequest when it is not one that may be asked.
   */
  parse(address: string, { allowSsh = false }: { allowSsh?: boolean } = {}): Repository {
    return parseAddress(address, { allowHttp: this.config.allowPrivateNetwork, allowSsh });
  }

  /** Answers whether repositories can be asked over SSH on this machine. */
  async speaksSsh(): Promise<boolean> {
    const { git, hasSsh } = await this.programs();
    return git !== null && hasSsh;
  }

  /**
   * The key that the server of an address for SSH shows, for somebody to accept.
   * @throws RemoteProblem, BadRequest for other addresses.
   */
  async hostKeyOf(address: string): Promise<HostKey> {
    await this.requireSsh();
    return readHostKey(address, this.http);
  }

  /**
   * Opens a repository for as long as `work` takes; keys, programs and temporary files are gone afterwards. No transaction may be
   * open meanwhile.
   * @throws RemoteProblem with a sentence that says what is wrong with the repository, and what `work` throws.
   */
  async open<T>(
    repository: Repository,
    options: OpenOptions,
    work: (opened: RemoteRepository) => Promise<T>,
  ): Promise<T> {
    if (isSsh(repository.url)) await this.requireSsh();
    const { git } = await this.programs();
    return withTemporaryFolder(async (folder) => {
      if (git === null) {
        const opened = new IsomorphicRepository(this.http, folder, repository);
        await opened.prepare();
        return work(opened);
      }
      const environment = await gitEnvironment(
        repository,
        folder,
        this.http,
        this.config.allowPrivateNetwork,
      );
      const program = new GitProcess(git, environment.env, options.signal);
      try {
        return await this.inFolder(repository, options, folder, async (dir) => {
          const opened = new NativeRepository(new GitCalls(program, dir, environment), repository.url);
          try {
            await opened.prepare();
            return await work(opened);
          } finally {
            opened.close();
          }
        });
      } finally {
        environment.close();
      }
    });
  }

  private inFolder<T>(
    { url }: Repository,
    { cacheKey }: OpenOptions,
    folder: string,
    work: (dir: string) => Promise<T>,
  ): Promise<T> {
    if (cacheKey === undefined || this.config.gitCacheMb === 0) return withTemporaryFolder(work);
    return this.mirrors.use(`${cacheKey}\n${url}`, isHarmless, work);
  }

  private programs() {
    return findPrograms(this.config.gitBinary);
  }

  private async requireSsh(): Promise<void> {
    if (await this.speaksSsh()) return;
    throw new RemoteProblem(
      'no-ssh',
      'Repositories are asked over SSH only where Git and a client of SSH are installed beside Bindery. Use an https:// address, or install both.',
    );
  }
}

/** Answers whether an error leaves in order what was fetched before. */
function isHarmless(error: unknown): boolean {
  return error instanceof RemoteProblem && !['broken', 'no-such-object', 'too-large'].includes(error.code);
}
