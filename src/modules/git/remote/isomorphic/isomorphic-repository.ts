import fs from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuthCallback } from 'isomorphic-git';
import { compute } from '#platform/compute/compute.js';
import type { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { checkTree } from '../check-tree.js';
import { mergeBaseOf, rangeOf, UNKNOWN } from '../commit-range.js';
import { readCommitText } from '../commit-text.js';
import { findRef, isOid } from '../find-ref.js';
import { emptyRepository, fileTooLarge, noSuchObject, noSuchRef, RemoteProblem } from '../remote-problem.js';
import type {
  BlobFacts,
  CommitInfo,
  CommitRange,
  CommitToWrite,
  FetchedCommit,
  PushRequest,
  PushResult,
  RemoteRefs,
  Repository,
  RemoteRepository,
} from '../remote-repository.js';
import { explainError } from './explain-error.js';
import { gitHttp } from './git-http.js';
import { pushCommit } from './isomorphic-push.js';
import { loadGit } from './load-git.js';
import { READ_HISTORY } from './read-history.js';
import { BLOBS, type CommitRead, PACK, READ_REPOSITORY, type TreeFile } from './read-repository.js';
import { writeCommit } from './write-commit.js';

/** Processor time for taking apart what was fetched, in milliseconds. */
const READ_BUDGET_MS = 180_000;
/** Depths of history that are fetched, one after the other: each commit comes with its files. */
const HISTORY_STEPS = [20, 50];

interface KnownCommit extends FetchedCommit {
  /** All there is in it, whatever its name. */
  all: ReadonlyMap<string, TreeFile>;
}

/** A repository that a library of ours speaks to over HTTP(S), where the machine has no Git. It fetches all of a commit. */
export class IsomorphicRepository implements RemoteRepository {
  private readonly commits = new Map<string, KnownCommit>();
  private readonly blobs = new Map<string, BlobFacts>();

  /** @param dir an empty folder. */
  constructor(
    private readonly http: GuardedFetch,
    private readonly dir: string,
    private readonly repository: Repository,
  ) {}

  async prepare(): Promise<void> {
    await this.prepareFolder(this.dir);
  }

  listRefs(): Promise<RemoteRefs> {
    return this.speaking(async () => {
      const git = await loadGit();
      const list = await git.listServerRefs({
        http: gitHttp(this.http),
        url: this.repository.url,
        ...this.access(),
        protocolVersion: 1,
        symrefs: true,
      });
      const refs = list.filter(({ ref }) => ref.startsWith('refs/') && !ref.endsWith('^{}'));
      const head = list.find(({ ref }) => ref === 'HEAD')?.target ?? null;
      return { refs: new Map(refs.map(({ ref, oid }) => [ref, oid])), head };
    });
  }

  fetchCommit(name?: string): Promise<FetchedCommit> {
    return this.speaking(async () => {
      const isId = name !== undefined && isOid(name);
      const known = isId ? this.commits.get(name) : undefined;
      if (known) return { ...known, ref: null };
      const ref = isId ? name : findRef(await this.listRefs(), name);
      const read = await this.fetchAndRead(ref).catch((error: unknown) => {
        const { code } = explainError(error);
        throw isId && (code === 'broken' || code === 'no-such-object') ? noSuchRef(name) : error;
      });
      const all = new Map(JSON.parse(read.files) as [string, TreeFile][]);
      for (const [id, facts] of JSON.parse(read.blobs) as [string, BlobFacts][]) this.blobs.set(id, facts);
      const commit = {
        ...readCommitText(read.oid, read.text),
        ref: isId ? null : ref,
        ...checkTree(listed(all)),
        all,
      };
      this.commits.set(read.oid, commit);
      return commit;
    });
  }

  loadBlobs(oids: Iterable<string>): Promise<ReadonlyMap<string, BlobFacts>> {
    const found = [...new Set(oids)].flatMap((oid): [string, BlobFacts][] => {
      const facts = this.blobs.get(oid);
      return facts ? [[oid, facts]] : [];
    });
    return Promise.resolve(new Map(found));
  }

  async readBlob(oid: string): Promise<Buffer> {
    const facts = this.blobs.get(oid);
    if (!facts) throw noSuchObject();
    if (facts.isTooLarge) throw fileTooLarge();
    return readFile(join(this.dir, BLOBS, oid));
  }

  async commitsBetween(base: string, head: string): Promise<CommitRange> {
    if (base === head) return { relation: 'same', commits: [] };
    const commit = this.commits.get(head);
    if (commit?.parents.length === 1 && commit.parents[0] === base)
      return { relation: 'ahead', commits: [commit] };
    const look = () => this.lookBack([head], (known, cut) => rangeOf(base, head, known, cut));
    return (await this.historically(look)) ?? UNKNOWN;
  }

  async mergeBase(one: string, other: string): Promise<string | null> {
    if (one === other) return one;
    const look = () =>
      this.lookBack([one, other], (known, cut) => {
        const base = mergeBaseOf(one, other, known, cut);
        return base === undefined ? undefined : { base };
      });
    return (await this.historically(look))?.base ?? null;
  }

  writeCommit(commit: CommitToWrite): Promise<string> {
    return this.speaking(async () => {
      const [parent] = commit.parents;
      const before = parent === undefined ? undefined : this.commits.get(parent);
      if (parent !== undefined && !before) throw noSuchObject();
      const written = await writeCommit(this.dir, commit, before ?? { all: new Map(), files: new Map() });
      if (written.oid === parent) return parent;
      const info = readCommitText(written.oid, written.text);
      const files = checkTree(listed(written.all)).files;
      this.commits.set(written.oid, { ...info, ref: null, files, warnings: [], all: written.all });
      return written.oid;
    });
  }

  async push(request: PushRequest): Promise<PushResult> {
    if (request.expected === null || request.force) await this.restoreBlobs(request.oid);
    const secrets = [this.repository.credentials?.password ?? ''];
    const { url } = this.repository;
    return pushCommit({ http: this.http, dir: this.dir, url, access: this.access(), secrets }, request);
  }

  private async fetchAndRead(ref: string): Promise<CommitRead> {
    const oid = await this.fetchInto(this.dir, ref, 1);
    return compute.run(READ_REPOSITORY, { dir: this.dir, oid }, { budgetMs: READ_BUDGET_MS });
  }

  /** The library sends all files to a server where the branch is not on top of what is there. */
  private async restoreBlobs(oid: string): Promise<void> {
    const git = await loadGit();
    for (const file of this.commits.get(oid)?.all.values() ?? [])
      if (this.blobs.has(file.oid))
        await git.writeBlob({ fs, dir: this.dir, blob: await readFile(join(this.dir, BLOBS, file.oid)) });
  }

  /** @returns what `look` finds in the history of the commits; undefined where it finds nothing as far as is looked. */
  private async lookBack<T>(
    heads: readonly string[],
    look: (known: ReadonlyMap<string, CommitInfo>, cut: ReadonlySet<string>) => T | undefined,
  ): Promise<T | undefined> {
    for (const depth of HISTORY_STEPS) {
      const known = new Map<string, CommitInfo>();
      const cut = new Set<string>();
      for (const head of heads) {
        const dir = join(this.dir, `history-${depth}-${head}`);
        await mkdir(dir, { recursive: true });
        await this.prepareFolder(dir);
        const oid = await this.fetchInto(dir, this.commits.get(head)?.ref ?? head, depth);
        const read = await compute.run(READ_HISTORY, { dir, oid }, { budgetMs: READ_BUDGET_MS });
        for (const [id, text] of read.commits) known.set(id, readCommitText(id, text));
        read.cut.forEach((id) => cut.add(id));
      }
      // The other history may go on where one ends.
      for (const id of cut) if (known.get(id)?.parents.every((parent) => known.has(parent))) cut.delete(id);
      if (!heads.every((head) => known.has(head))) return undefined;
      const found = look(known, cut);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** As `work`; undefined where the history cannot be had. */
  private async historically<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await this.speaking(work);
    } catch (error) {
      if (error instanceof RemoteProblem && ['too-large', 'no-such-object', 'broken'].includes(error.code))
        return undefined;
      throw error;
    }
  }

  /** @returns id of what the ref is at: a commit, or a tag. */
  private async fetchInto(dir: string, ref: string, depth: number): Promise<string> {
    const git = await loadGit();
    const { fetchHead } = await git.fetch({
      fs,
      http: gitHttp(this.http, join(dir, PACK)),
      dir,
      url: this.repository.url,
      remote: 'origin',
      ref,
      remoteRef: ref,
      depth,
      singleBranch: true,
      tags: false,
      ...this.access(),
    });
    if (!fetchHead) throw emptyRepository();
    return fetchHead;
  }

  private async prepareFolder(dir: string): Promise<void> {
    const git = await loadGit();
    await git.init({ fs, dir });
    await git.addRemote({ fs, dir, remote: 'origin', url: this.repository.url });
  }

  private access(): { onAuth: AuthCallback; onAuthFailure: AuthCallback } {
    const { credentials } = this.repository;
    return { onAuth: () => credentials ?? { cancel: true }, onAuthFailure: () => ({ cancel: true }) };
  }

  private async speaking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explainError(error);
    }
  }
}

function* listed(all: ReadonlyMap<string, TreeFile>) {
  for (const [path, { mode, oid }] of all) yield { path: Buffer.from(path, 'latin1'), mode, oid };
}
