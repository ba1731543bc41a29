import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { AuthCallback, ServerRef } from 'isomorphic-git';
import { Config } from '#platform/config/env.js';
import { compute } from '#platform/compute/compute.js';
import { OverBudget } from '#platform/compute/over-budget.js';
import { BadRequest, DomainError } from '#platform/http/errors.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { decodePercent } from '#platform/http/decode-percent.js';
import type { FileTree } from '../folder/file-tree.js';
import { ImportFailed } from '../git.errors.js';
import { gitHttp } from './git-http.js';
import { loadGit } from './load-git.js';
import { PACK_LIMITS } from './pack-limits.js';
import { BLOBS, PACK, READ_REPOSITORY, SYMBOLIC_LINK, type TreeFile } from './read-repository.js';

const MB = 1024 * 1024;

/** A repository, its credentials apart from its address. */
export interface Repository {
  url: string;
  credentials?: { username: string; password: string };
}

export interface FetchedCommit {
  oid: string;
  message: string;
  /** Full name of the ref it was found at. */
  ref: string;
  tree: FileTree;
}

export interface PushRequest {
  ref: string;
  message: string;
  author: { name: string; email: string };
  timestamp: Date;
  force?: boolean;
}

/** Processor time for taking apart what was fetched, in milliseconds. */
const READ_BUDGET_MS = 180_000;

/** Reads from and writes to repositories over HTTP(S). */
@Injectable()
export class GitRemote {
  constructor(
    private readonly config: Config,
    private readonly http: GuardedFetch,
  ) {}

  /**
   * Takes the credentials out of an address.
   * @throws BadRequest when it is not one that may be asked.
   */
  parse(address: string): Repository {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const isAllowed =
      url?.protocol === 'https:' || (url?.protocol === 'http:' && this.config.allowPrivateNetwork);
    if (!url || !isAllowed) throw new BadRequest('url must be the https:// address of a Git repository.');
    const { username, password } = url;
    url.username = '';
    url.password = '';
    url.hash = '';
    if (username === '' && password === '') return { url: url.href };
    return {
      url: url.href,
      credentials: { username: decodePercent(username), password: decodePercent(password) },
    };
  }

  /**
   * Fetches one commit, without its history, into an empty folder.
   * @param ref full or short name; the default branch when absent or HEAD.
   * @throws ImportFailed with a sentence that says what is wrong with the repository.
   */
  async fetch(repository: Repository, ref: string | undefined, dir: string): Promise<FetchedCommit> {
    return this.speaking(async () => {
      const found = findRef(await this.listRefs(repository), ref === 'HEAD' ? undefined : ref);
      if (!found)
        throw new ImportFailed(ref ? `The repository has no ref "${ref}".` : 'The repository is empty.');
      await prepare(repository, dir);
      const { oid, message, files } = await this.fetchCommit(repository, found, dir, false);
      return { oid, message, ref: found.ref, tree: treeOf(dir, files) };
    });
  }

  /**
   * Commits files on top of a branch and pushes it; nothing happens when they are all there already.
   * @param change what to write (path to bytes) and which paths to take away, given the commit there is.
   * @returns id of the commit that the branch is at then.
   * @throws ImportFailed with a sentence that says what is wrong with the repository.
   */
  async push(
    repository: Repository,
    request: PushRequest,
    dir: string,
    change: { write: AsyncIterable<{ path: string; bytes: Buffer }>; remove: Iterable<string> },
  ): Promise<string> {
    return this.speaking(async () => {
      const git = await loadGit();
      const refs = await this.listRefs(repository, true);
      const ref = branchName(request.ref);
      const found = refs.find((entry) => entry.ref === ref);
      await prepare(repository, dir);
      const fetched = found && (await this.fetchCommit(repository, found, dir, true));
      const parent = fetched?.oid;
      const files = fetched?.files ?? new Map<string, TreeFile>();
      for (const path of change.remove) files.delete(path);
      for await (const { path, bytes } of change.write) {
        const oid = await git.writeBlob({ fs, dir, blob: bytes });
        files.set(path, { oid, mode: files.get(path)?.mode ?? '100644', type: 'blob' });
      }
      const tree = await writeFiles(dir, files);
      if (parent && (await git.readCommit({ fs, dir, oid: parent })).commit.tree === tree) return parent;
      const timestamp = Math.floor(request.timestamp.getTime() / 1000);
      const author = { ...request.author, timestamp, timezoneOffset: 0 };
      const { message } = request;
      const oid = await git.commit({ fs, dir, message, tree, ref, parent: parent ? [parent] : [], author });
      const { url } = repository;
      const answer = await git.push({
        fs,
        http: gitHttp(this.http),
        dir,
        url,
        ref,
        remoteRef: ref,
        force: request.force ?? false,
        onAuth: authOf(repository),
        onAuthFailure: () => ({ cancel: true }),
      });
      if (!answer.ok) throw new ImportFailed('The repository refused the commit.');
      return oid;
    });
  }

  private async listRefs(repository: Repository, forPush = false): Promise<ServerRef[]> {
    const git = await loadGit();
    return git.listServerRefs({
      http: gitHttp(this.http),
      url: repository.url,
      onAuth: authOf(repository),
      onAuthFailure: () => ({ cancel: true }),
      protocolVersion: 1,
      forPush,
    });
  }

  private async fetchCommit(repository: Repository, { ref }: ServerRef, dir: string, isToWrite: boolean) {
    const git = await loadGit();
    const { fetchHead } = await git.fetch({
      fs,
      http: gitHttp(this.http, join(dir, PACK)),
      dir,
      url: repository.url,
      remote: 'origin',
      ref,
      remoteRef: ref,
      depth: 1,
      singleBranch: true,
      tags: false,
      onAuth: authOf(repository),
      onAuthFailure: () => ({ cancel: true }),
    });
    if (!fetchHead) throw new ImportFailed('The repository did not send a commit.');
    const input = { dir, oid: fetchHead, isToWrite };
    const read = await compute.run(READ_REPOSITORY, input, { budgetMs: READ_BUDGET_MS });
    return { ...read, files: new Map(JSON.parse(read.files) as [string, TreeFile][]) };
  }

  /** Turns what the library and the network say into one sentence; addresses and passwords are in none of them. */
  private async speaking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ImportFailed || (error instanceof DomainError && !(error instanceof OverBudget)))
        throw error;
      throw new ImportFailed(describe(error));
    }
  }
}

async function prepare({ url }: Repository, dir: string): Promise<void> {
  const git = await loadGit();
  await git.init({ fs, dir });
  await git.addRemote({ fs, dir, remote: 'origin', url });
}

function describe(error: unknown): string {
  if (error instanceof OverBudget)
    return 'The repository takes too much time or memory to be unpacked; split it into several.';
  if (error instanceof FetchFailed && error.reason === 'too-large')
    return `The repository is larger than ${PACK_LIMITS.packedBytes / MB} MB. Import a part of it as an archive.`;
  if (error instanceof FetchFailed) return `The repository cannot be reached: ${error.message}.`;
  const { code, data } = error as { code?: string; data?: { statusCode?: number } };
  switch (code) {
    case 'HttpError':
      return data?.statusCode === 401 || data?.statusCode === 403
        ? 'The repository wants a user name and password, or refused those in the address.'
        : data?.statusCode === 404
          ? 'There is no repository at this address, or it is not visible without a password.'
          : `The server of the repository answered ${data?.statusCode ?? 'with an error'}.`;
    case 'UserCanceledError':
      return 'The repository wants a user name and password, or refused those in the address.';
    case 'PushRejectedError':
      return 'The branch has moved on; import it first, or export with force.';
    case 'GitPushError':
      return 'The repository refused the commit.';
    default:
      return `The repository cannot be read${code ? ` (${code})` : ''}.`;
  }
}

function authOf({ credentials }: Repository): AuthCallback {
  return () => credentials ?? { cancel: true };
}

/** The ref with this name, a branch before a tag; without a name what HEAD points at. */
function findRef(refs: readonly ServerRef[], name: string | undefined): ServerRef | undefined {
  const named = (ref: string): ServerRef | undefined => refs.find((entry) => entry.ref === ref);
  if (name) return named(name) ?? named(`refs/heads/${name}`) ?? named(`refs/tags/${name}`);
  const head = named('HEAD');
  const branches = refs.filter((entry) => entry.ref.startsWith('refs/heads/') && entry.oid === head?.oid);
  const target = head?.target ? named(head.target) : undefined;
  return target ?? named('refs/heads/main') ?? named('refs/heads/master') ?? branches[0] ?? head;
}

function branchName(ref: string): string {
  return ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
}

function treeOf(dir: string, all: ReadonlyMap<string, TreeFile>): FileTree {
  const files = new Map([...all].filter(([, { type, mode }]) => type === 'blob' && mode !== SYMBOLIC_LINK));
  const paths = [...files.keys()].sort();
  const read = async (path: string): Promise<Buffer> => {
    const file = files.get(path);
    if (!file) throw new Error('There is no such file in the commit.');
    return readFile(join(dir, BLOBS, file.oid));
  };
  return { paths: () => paths, read };
}

async function writeFiles(dir: string, files: ReadonlyMap<string, TreeFile>): Promise<string> {
  const folders = new Map<string, Map<string, TreeFile>>();
  const tree: { path: string; mode: string; oid: string; type: 'blob' | 'tree' | 'commit' }[] = [];
  for (const [path, file] of files) {
    const slash = path.indexOf('/');
    if (slash < 0) {
      tree.push({ path, ...file });
      continue;
    }
    const name = path.slice(0, slash);
    const inside = folders.get(name) ?? new Map<string, TreeFile>();
    folders.set(name, inside.set(path.slice(slash + 1), file));
  }
  for (const [path, inside] of folders)
    tree.push({ path, mode: '040000', type: 'tree', oid: await writeFiles(dir, inside) });
  const git = await loadGit();
  return git.writeTree({ fs, dir, tree });
}
