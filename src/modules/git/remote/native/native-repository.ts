import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ChangedFiles } from '../changed-files.js';
import { checkTree } from '../check-tree.js';
import { commitText, readCommitText } from '../commit-text.js';
import { findRef, isOid } from '../find-ref.js';
import { PACK_LIMITS } from '../isomorphic/pack-limits.js';
import { noSuchObject, noSuchRef, RemoteProblem } from '../remote-problem.js';
import type {
  BlobFacts,
  CommitInfo,
  CommitRange,
  CommitToWrite,
  FetchedCommit,
  PushRequest,
  PushResult,
  RemoteRefs,
  RemoteRepository,
} from '../remote-repository.js';
import { fastImport } from './fast-import.js';
import { FETCH, partial, TELL_NOTHING } from './fetch-arguments.js';
import type { GitCalls } from './git-calls.js';
import { pushArguments, pushResult } from './git-push.js';
import { TreeListing } from './list-tree.js';
import { NativeBlobs } from './native-blobs.js';
import { nativeMergeBase, nativeRange } from './native-range.js';

const FILTER_IGNORED = /filtering not recognized/;
/** By older versions of the protocol, which servers of SSH often speak. */
const UNADVERTISED = /unadvertised object/;
/** Says of a folder that the server sends files with their commits only, and whether it has them: `whole` or `mixed`. */
const MARK = 'sent-whole';
const NOT_ON_TOP = 'The commit is not made on top of the branch; fetch it and begin anew.';

/** A repository that Git's own program fetches from and pushes to. */
export class NativeRepository implements RemoteRepository {
  private readonly commits = new Map<string, FetchedCommit>();
  private readonly blobs: NativeBlobs;
  /** True unless the server is known to send all of a commit. */
  private isPartial = true;
  /** True where files are missing of commits that were fetched: then the server is not told of those. */
  private isMixed = false;
  private readonly fetched = new Set<string>();

  constructor(
    private readonly calls: GitCalls,
    private readonly url: string,
  ) {
    this.blobs = new NativeBlobs(calls, (oids) => this.fetchObjects(oids));
  }

  async prepare(): Promise<void> {
    await this.calls.prepare(this.url);
    // One that was kept may have been damaged since.
    const isSound = await this.calls.succeeds(['rev-parse', '--is-bare-repository']);
    const mark = await readFile(join(this.calls.dir, MARK), 'utf8').catch(() => '');
    if (mark !== '') this.isPartial = false;
    if (isSound && mark !== 'mixed') return;
    await this.calls.empty();
    await this.calls.prepare(this.url);
    if (mark !== '') await this.mark('whole');
  }

  close(): void {
    this.blobs.close();
  }

  async listRefs(): Promise<RemoteRefs> {
    const { output } = await this.calls.remote(['ls-remote', '--symref', 'origin']);
    const refs = new Map<string, string>();
    let head: string | null = null;
    for (const line of output.toString('utf8').split('\n')) {
      const [value = '', name = ''] = line.split('\t');
      if (name === 'HEAD' && value.startsWith('ref: ')) head = value.slice('ref: '.length);
      else if (name.startsWith('refs/') && !name.endsWith('^{}')) refs.set(name, value);
    }
    return { refs, head };
  }

  async fetchCommit(name?: string): Promise<FetchedCommit> {
    const isExact = name !== undefined && (isOid(name) || name.startsWith('refs/'));
    const wanted = isExact ? name : findRef(await this.listRefs(), name);
    if (!isOid(wanted)) {
      await this.fetchExact(wanted, name);
      return this.readCommit(keptRef(wanted), wanted);
    }
    if (!(await this.calls.succeeds(['cat-file', '-e', `${wanted}^{tree}`])))
      await this.fetchExact(wanted, name);
    return this.readCommit(wanted, null);
  }

  loadBlobs(oids: Iterable<string>): Promise<ReadonlyMap<string, BlobFacts>> {
    return this.blobs.load(oids);
  }

  readBlob(oid: string): Promise<Buffer> {
    return this.blobs.read(oid);
  }

  async commitsBetween(base: string, head: string): Promise<CommitRange> {
    if (base === head) return { relation: 'same', commits: [] };
    const commit = await this.commitInfo(head);
    // Most often one commit was added, and it is here.
    if (commit?.parents.length === 1 && commit.parents[0] === base)
      return { relation: 'ahead', commits: [commit] };
    const history = await this.history();
    const madeAt = (await this.commitInfo(base))?.committer.timestamp;
    return nativeRange(history, { base, head, isPartial: this.isPartial, ...(madeAt && { madeAt }) });
  }

  async mergeBase(one: string, other: string): Promise<string | null> {
    if (one === other) return one;
    return nativeMergeBase(await this.history(), one, other, this.isPartial);
  }

  async writeCommit(commit: CommitToWrite): Promise<string> {
    const [parent] = commit.parents;
    const files = parent === undefined ? new Map() : (await this.knownCommit(parent)).files;
    const ref = `refs/written/${randomUUID()}`;
    const input = fastImport(ref, commit, new ChangedFiles(files, commit));
    await this.calls.local(['fast-import', '--quiet', '--force', '--done'], { input });
    const tree = await this.idOf(`${ref}^{tree}`);
    await this.calls.local(['update-ref', '-d', ref]);
    if (parent !== undefined && commit.parents.length === 1)
      if (tree === (await this.idOf(`${parent}^{tree}`))) return parent;
    const object = commitText(tree, commit);
    const args = ['hash-object', '-t', 'commit', '-w', '--stdin'];
    return (await this.calls.local(args, { input: [object] })).trim();
  }

  async push(request: PushRequest): Promise<PushResult> {
    const { ref, oid, expected, force = false } = request;
    const isOnTop = expected === null || force || (await this.isAncestor(expected, oid));
    if (!isOnTop) return { outcome: 'rejected', message: NOT_ON_TOP };
    const args = [...partial('blob:none'), ...pushArguments(request)];
    const answer = await this.calls.ask(args, { env: { GIT_NO_LAZY_FETCH: '0' } });
    const { secrets } = this.calls.environment;
    const result = pushResult(answer, secrets, () => this.calls.problemOf(answer));
    // The next fetch then sends what is new.
    if (result.outcome === 'pushed') await this.calls.local(['update-ref', keptRef(ref), oid]);
    return result;
  }

  /** A repository for commits alone. */
  private async history(): Promise<GitCalls> {
    const history = this.calls.within('history');
    await history.prepare(this.url);
    return history;
  }

  private async fetchExact(wanted: string, name: string | undefined): Promise<void> {
    const isNew = (await this.objectCount()) === 0;
    try {
      const filter = this.isPartial ? ['--filter=blob:none'] : [];
      const settings = this.isPartial ? partial('blob:none') : this.isMixed ? TELL_NOTHING : [];
      const target = `+${wanted}:${keptRef(wanted)}`;
      const { said } = await this.calls.remote([
        ...settings,
        ...FETCH,
        '--depth=1',
        ...filter,
        'origin',
        target,
      ]);
      if (FILTER_IGNORED.test(said)) this.isPartial = false;
      this.fetched.add(wanted);
    } catch (error) {
      if (!(error instanceof RemoteProblem) || !['no-such-object', 'empty'].includes(error.code)) throw error;
      findRef(await this.listRefs(), isOid(wanted) ? undefined : wanted);
      throw noSuchRef(name ?? wanted);
    }
    if (isNew && (await this.objectCount()) > PACK_LIMITS.objects)
      throw new RemoteProblem(
        'too-large',
        `The repository has more than ${PACK_LIMITS.objects} objects. Import a part of it as an archive.`,
      );
  }

  /** Fetches files by their ids, all in one request. */
  private async fetchObjects(oids: readonly string[]): Promise<void> {
    if (!this.isPartial) throw noSuchObject();
    const settings = [...partial('blob:none'), ...TELL_NOTHING];
    const input = [oids.map((oid) => `${oid}\n`).join('')];
    const args = [...settings, ...FETCH, '--filter=blob:none', '--stdin', 'origin'];
    const answer = await this.calls.ask(args, { input });
    if (answer.status === 0) return;
    if (!UNADVERTISED.test(answer.said)) throw this.calls.problemOf(answer);
    [this.isPartial, this.isMixed] = [false, true];
    await this.mark('mixed');
    for (const wanted of this.fetched) await this.fetchExact(wanted, wanted);
  }

  private mark(state: 'mixed' | 'whole'): Promise<void> {
    return writeFile(join(this.calls.dir, MARK), state);
  }

  private async knownCommit(oid: string): Promise<FetchedCommit> {
    return this.commits.get(oid) ?? this.readCommit(oid, null);
  }

  private async readCommit(name: string, ref: string | null): Promise<FetchedCommit> {
    const oid = await this.idOf(`${name}^{commit}`);
    const known = this.commits.get(oid);
    if (known) return { ...known, ref };
    const info = await this.commitInfo(oid);
    if (!info) throw noSuchObject();
    const listing = new TreeListing();
    await this.calls.local(['ls-tree', '-r', '-t', '-z', oid], { onOutput: listing.take });
    const commit = { ...info, ref, ...checkTree(listing.files) };
    this.commits.set(oid, commit);
    return commit;
  }

  private async commitInfo(oid: string): Promise<CommitInfo | undefined> {
    const answer = await this.calls.ask(['cat-file', 'commit', oid]);
    return answer.status === 0 ? readCommitText(oid, answer.output.toString('utf8')) : undefined;
  }

  private isAncestor(base: string, head: string): Promise<boolean> {
    return this.calls.succeeds(['merge-base', '--is-ancestor', base, head]);
  }

  private async idOf(name: string): Promise<string> {
    return (await this.calls.local(['rev-parse', '--verify', '--quiet', name])).trim();
  }

  private async objectCount(): Promise<number> {
    return Number(/^in-pack: (\d+)$/m.exec(await this.calls.local(['count-objects', '-v']))?.[1] ?? 0);
  }
}

/** Name under which a fetched ref is kept. */
function keptRef(name: string): string {
  return `refs/fetched/${createHash('sha1').update(name).digest('hex')}`;
}
