import fs from 'node:fs';
import { Injectable } from '@nestjs/common';
import type { AuthCallback, ServerRef } from 'isomorphic-git';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import type { FileTree } from '../folder/file-tree.js';
import { ImportFailed } from '../git.errors.js';
import { gitHttp } from './git-http.js';

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

const MOST_FILES = 50_000;
/** One folder can be in many places, so a small repository can have folders without end. */
const MOST_FOLDERS = 10_000;
const DEEPEST_FOLDER = 100;
const SYMBOLIC_LINK = '120000';

/** Loaded with the first import or export: idle, the library would be a sixteenth of the process's memory. */
const loadGit = async () => (await import('isomorphic-git')).default;

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
    return { url: url.href, credentials: { username: decode(username), password: decode(password) } };
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
      return this.fetchCommit(repository, found, dir);
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
      const parent = found && (await this.fetchCommit(repository, found, dir)).oid;
      const files = parent ? await listTree(dir, parent) : new Map<string, TreeFile>();
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

  private async fetchCommit(repository: Repository, { ref }: ServerRef, dir: string): Promise<FetchedCommit> {
    const git = await loadGit();
    const { fetchHead } = await git.fetch({
      fs,
      http: gitHttp(this.http),
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
    const { oid, commit } = await git.readCommit({ fs, dir, oid: fetchHead });
    return { oid, message: commit.message.trim(), ref, tree: await openCommit(dir, oid) };
  }

  /** Turns what the library and the network say into one sentence; addresses and passwords are in none of them. */
  private async speaking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ImportFailed) throw error;
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

interface TreeFile {
  oid: string;
  mode: string;
  type: 'blob' | 'commit';
}

/** Every file of a commit by its path, submodules included. */
async function listTree(dir: string, commit: string): Promise<Map<string, TreeFile>> {
  const git = await loadGit();
  const files = new Map<string, TreeFile>();
  const cache = {};
  let folders = 0;
  const walk = async (oid: string, folder: string, depth: number): Promise<void> => {
    if (++folders > MOST_FOLDERS)
      throw new ImportFailed(`The repository has more than ${MOST_FOLDERS} folders.`);
    if (depth > DEEPEST_FOLDER)
      throw new ImportFailed(`The repository has folders in each other more than ${DEEPEST_FOLDER} deep.`);
    const { tree } = await git.readTree({ fs, dir, oid, cache });
    for (const { path, oid: child, mode, type } of tree) {
      if (path === '' || path === '.' || path === '..' || path.includes('/')) continue;
      if (type === 'tree') await walk(child, `${folder}${path}/`, depth + 1);
      else files.set(folder + path, { oid: child, mode, type });
      if (files.size > MOST_FILES)
        throw new ImportFailed(`The repository has more than ${MOST_FILES} files.`);
    }
  };
  await walk(commit, '', 0);
  return files;
}

async function openCommit(dir: string, commit: string): Promise<FileTree> {
  const git = await loadGit();
  const all = await listTree(dir, commit);
  // Where a symbolic link leads is nothing a folder's content can say.
  const files = new Map([...all].filter(([, { type, mode }]) => type === 'blob' && mode !== SYMBOLIC_LINK));
  const paths = [...files.keys()].sort();
  const cache = {};
  const read = async (path: string): Promise<Buffer> => {
    const file = files.get(path);
    if (!file) throw new Error('There is no such file in the commit.');
    const { blob } = await git.readBlob({ fs, dir, oid: file.oid, cache });
    return Buffer.from(blob);
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

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
