import type { ApiResponse } from './api-client.js';
import { buildPages, buildSpace, type TestOrganization } from './factories.js';

export type WorkKind =
  | 'edit-live'
  | 'insert-live'
  | 'move-live'
  | 'rename-live'
  | 'delete-live'
  | 'open'
  | 'edit'
  | 'insert'
  | 'move'
  | 'delete'
  | 'update'
  | 'merge'
  | 'archive'
  | 'duplicate';

export interface WorkStep {
  kind: WorkKind;
  a: number;
  b: number;
}

interface TreePage {
  id: string;
  path: string;
  pages: TreePage[];
}

interface Request {
  id: string;
  number: number;
  isMerged: boolean;
}

/** Statuses of answers that change nothing. */
const REFUSALS = [400, 404, 409];
const SLOTS = 6;
const MAIN = 'main';
const TOKEN = /token\d+x/g;

/**
 * Clients that write into one space and its change requests at the same time, and note the answers: each edit holds a
 * token that no other edit writes. In the end every acknowledged token is where it was written or merged to, unless a
 * client that had read it removed it.
 */
export class Workload {
  acknowledged = 0;
  readonly spaces: string[];
  private readonly tokens = new Map<string, string>();
  /**
   * By place (main or a change request): tokens that may be missing there, because a client that had read them
   * removed them.
   */
  private readonly removed = new Map<string, Set<string>>();
  private readonly requests: Request[] = [];
  private readonly copies: { id: string; holds: string[] }[] = [];
  private readonly surprises: string[] = [];
  private next = 0;

  private constructor(
    private readonly organization: TestOrganization,
    private readonly space: string,
  ) {
    this.spaces = [space];
  }

  static async start(organization: TestOrganization): Promise<Workload> {
    const { id } = await buildSpace(organization);
    const markdown = Array.from({ length: SLOTS }, (_, at) => `slot ${at}`).join('\n\n');
    await buildPages(
      organization.admin,
      id,
      ['One', 'Two', 'Three', 'Four'].map((title) => ({ title, markdown })),
    );
    return new Workload(organization, id);
  }

  async run(client: number, script: WorkStep[]): Promise<void> {
    for (const step of script) await this.step(step, client);
  }

  private async step({ kind, a, b }: WorkStep, client: number): Promise<void> {
    if (kind.endsWith('-live')) return this.change(MAIN, kind.replace('-live', ''), a, b);
    if (kind === 'duplicate') return client === 0 ? this.duplicate() : undefined;
    const own = this.requests[a % Math.max(1, this.requests.length)];
    if (kind === 'open' || !own) return this.open();
    if (kind === 'update' || kind === 'merge') return this.join(own, kind, b);
    if (kind !== 'archive') return this.change(own.id, kind, b, a);
    this.judge(await this.api.patch(this.pathOf(own.id), { status: b % 2 ? 'archived' : 'open' }), 'archive');
  }

  private get api() {
    return this.organization.admin.api;
  }

  private pathOf(place: string): string {
    const space = `/v1/spaces/${this.space}`;
    return place === MAIN ? space : `${space}/change-requests/${place}`;
  }

  /**
   * True when the answer says that the write succeeded; an answer that is neither a success nor a refusal is a
   * problem.
   */
  private judge(answer: ApiResponse, what: string): boolean {
    if (answer.status < 300) {
      this.acknowledged += 1;
      return true;
    }
    if (!REFUSALS.includes(answer.status)) this.surprises.push(`${what}: ${answer.status} ${answer.text}`);
    return false;
  }

  private async change(place: string, kind: string, a: number, b: number): Promise<void> {
    const path = this.pathOf(place);
    const { body: head } = await this.api.get(path);
    const revision = head.revision as string;
    const pages = flat(await this.treeOf(`/v1/spaces/${this.space}/revisions/${revision}/pages`));
    const page = pages[a % Math.max(1, pages.length)];
    const other = pages[b % Math.max(1, pages.length)];
    this.next += 1;
    const token = `token${this.next}x`;
    const post = (...changes: object[]) => this.api.post(`${path}/content`, { revision, changes });
    if (kind === 'insert' || !page) {
      const change = {
        operation: 'insert_page',
        title: `Page ${token}`,
        into: b % 2 ? other?.id : undefined,
      };
      if (this.judge(await post({ ...change, document: { markdown: token } }), kind))
        this.tokens.set(token, place);
    } else if (kind === 'edit') {
      const lines = (await this.textOf(revision, page.id)).split('\n\n');
      // Half of the edits rewrite a paragraph, in which two writers can conflict.
      const over = lines.splice(b % lines.length, b % 2, `words of ${token}`).slice(0, b % 2);
      const document = { markdown: lines.join('\n\n') };
      const answer = await post({ operation: 'update_page', page: page.id, document });
      if (!this.judge(answer, kind)) return;
      this.tokens.set(token, place);
      this.forgive(place, over.join(' ').match(TOKEN) ?? []);
    } else if (kind === 'delete') {
      const seen = await Promise.all(flat([page]).map(({ id }) => this.textOf(revision, id)));
      if (this.judge(await post({ operation: 'delete_page', page: page.id }), kind))
        this.forgive(place, seen.join(' ').match(TOKEN) ?? []);
    } else if (kind === 'move') {
      const into = b % 3 === 0 ? null : other?.id;
      this.judge(await post({ operation: 'update_page', page: page.id, into, at: b % 3 }), kind);
    } else
      this.judge(await post({ operation: 'update_page', page: page.id, title: `Renamed ${token}` }), kind);
  }

  private forgive(place: string, tokens: Iterable<string>): void {
    const all = this.removed.get(place) ?? new Set();
    for (const token of tokens) all.add(token);
    this.removed.set(place, all);
  }

  private async open(): Promise<void> {
    const answer = await this.api.post(`${this.pathOf(MAIN)}/change-requests`, {});
    if (!this.judge(answer, 'open')) return;
    const { id, number } = answer.body as { id: string; number: number };
    // Text that is missing in the main content by now may have been removed before the change request opened.
    this.requests.push({ id, number, isMerged: false });
    this.forgive(id, this.removed.get(MAIN) ?? []);
  }

  /** Merges or updates; conflicts are resolved one way or the other, and the next attempt uses the resolutions. */
  private async join(request: Request, kind: 'merge' | 'update', b: number, attempts = 2): Promise<void> {
    const path = this.pathOf(request.id);
    const [from, to] = kind === 'merge' ? [request.id, MAIN] : [MAIN, request.id];
    const before = [...(this.removed.get(from) ?? [])];
    const answer = await this.api.post(`${path}/${kind}`);
    if (!this.judge(answer, kind)) return;
    if (answer.body.result !== 'conflicts') {
      if (kind === 'merge') request.isMerged = true;
      this.forgive(to, [...before, ...(this.removed.get(from) ?? [])]);
      return;
    }
    const { body } = await this.api.get(`${path}/conflicts`);
    const conflicts = body.items as { id: string; fingerprint: string; choices: string[]; page?: string }[];
    const resolutions = conflicts.map(({ id, fingerprint, choices }) => ({
      conflict: id,
      fingerprint,
      choice: choices[b % choices.length],
    }));
    if (resolutions.length === 0) return;
    const seen = [
      JSON.stringify(conflicts),
      await this.allText(MAIN, conflicts),
      await this.allText(request.id, conflicts),
    ];
    const decided = await this.api.post(`${path}/conflicts/resolve`, { resolutions });
    if (!this.judge(decided, 'resolve')) return;
    for (const place of [MAIN, request.id]) this.forgive(place, seen.join(' ').match(TOKEN) ?? []);
    if (attempts > 1) await this.join(request, kind, b, attempts - 1);
  }

  /** Text of the pages that have conflicts, in one place. */
  private async allText(place: string, conflicts: { page?: string }[]): Promise<string> {
    const { body } = await this.api.get(this.pathOf(place));
    const ids = new Set(conflicts.flatMap(({ page }) => (page === undefined ? [] : [page])));
    const texts = await Promise.all([...ids].map((id) => this.textOf(body.revision as string, id)));
    return texts.join(' ');
  }

  private async duplicate(): Promise<void> {
    const holds = [...this.tokens].filter(([, place]) => place === MAIN).map(([token]) => token);
    const answer = await this.api.post(`${this.pathOf(MAIN)}/duplicate`);
    if (!this.judge(answer, 'duplicate')) return;
    const { id } = answer.body as { id: string };
    this.spaces.push(id);
    this.copies.push({ id, holds });
  }

  private async treeOf(path: string): Promise<TreePage[]> {
    const { status, body } = await this.api.get(path);
    return status === 200 ? (body.pages as TreePage[]) : [];
  }

  private async textOf(revision: string, page: string): Promise<string> {
    const answer = await this.api.get(`/v1/spaces/${this.space}/revisions/${revision}/page/${page}`, {
      query: { format: 'markdown' },
    });
    return answer.status === 200 ? bodyOf(answer.body.markdown as string) : '';
  }

  /** All differences from the acknowledged edits. */
  async problems(): Promise<string[]> {
    const found = [...this.surprises];
    const main = await this.contentOf(this.pathOf(MAIN), found);
    const texts = new Map([[MAIN, main]]);
    for (const request of this.requests)
      texts.set(request.id, await this.contentOf(this.pathOf(request.id), found));
    for (const [token, written] of this.tokens) {
      const merged = this.requests.some(({ id, isMerged }) => id === written && isMerged);
      const place = merged ? MAIN : written;
      const isGone = this.removed.get(place)?.has(token) ?? false;
      if (!isGone && !texts.get(place)?.has(token)) found.push(`${token} of ${written} is lost in ${place}`);
    }
    for (const { id, holds } of this.copies) {
      const copy = await this.contentOf(`/v1/spaces/${id}`, found);
      for (const token of holds)
        if (!copy.has(token) && !this.removed.get(MAIN)?.has(token))
          found.push(`${token} is lost in the copy`);
    }
    await this.checkNumbers(found);
    await this.checkRevisions(found);
    return found;
  }

  /** Tokens in the content of a place, which must be a tree of readable pages that are found by their paths. */
  private async contentOf(path: string, found: string[]): Promise<Set<string>> {
    const pages = flat(await this.treeOf(`${path}/content/pages`));
    const ids = pages.map(({ id }) => id);
    if (new Set(ids).size !== ids.length) found.push(`${path} lists a page twice`);
    if (new Set(pages.map((page) => page.path)).size !== ids.length) found.push(`${path} has a path twice`);
    const tokens = new Set<string>();
    for (const page of pages) {
      const answer = await this.api.get(`${path}/content/page/${page.id}`, { query: { format: 'markdown' } });
      if (answer.status !== 200) found.push(`${path} lists ${page.id}, which is ${answer.status}`);
      const located = await this.api.get(`${path}/content/path/${encodeURIComponent(page.path)}`);
      if (located.body.id !== page.id) found.push(`${path} has another page at ${page.path}`);
      for (const token of bodyOf(String(answer.body.markdown)).match(TOKEN) ?? []) {
        if (tokens.has(token)) found.push(`${path} holds ${token} twice`);
        tokens.add(token);
      }
    }
    return tokens;
  }

  private async checkNumbers(found: string[]): Promise<void> {
    const path = this.pathOf(MAIN);
    const byStatus: Record<string, { id: string; number: number }[]> = {};
    for (const status of ['draft', 'open', 'archived', 'merged']) {
      byStatus[status] = [];
      let page: string | undefined;
      do {
        const { body } = await this.api.get(`${path}/change-requests`, { query: { status, limit: 3, page } });
        byStatus[status].push(...body.items);
        if (body.next === undefined && body.count !== undefined && body.count !== byStatus[status].length)
          found.push(`${status}: ${body.count} counted, ${byStatus[status].length} listed`);
        page = body.next?.page as string | undefined;
      } while (page !== undefined);
    }
    const all = Object.values(byStatus).flat();
    const numbers = all.map(({ number }) => number).sort((a, b) => a - b);
    const expected = this.requests.map((_, at) => at + 1);
    if (String(numbers) !== String(expected)) found.push(`the numbers are ${String(numbers)}`);
    const { body: space } = await this.api.get(path);
    const counts = [space.changeRequests, space.changeRequestsOpen, space.changeRequestsDraft];
    const listed = [all.length, byStatus['open']?.length, byStatus['draft']?.length];
    if (String(counts) !== String(listed))
      found.push(`the space counts ${String(counts)}, lists hold ${String(listed)}`);
    const merged = this.requests.filter(({ isMerged }) => isMerged).length;
    if (byStatus['merged']?.length !== merged)
      found.push(`${byStatus['merged']?.length} merged, ${merged} told`);
  }

  private async checkRevisions(found: string[]): Promise<void> {
    const path = this.pathOf(MAIN);
    const revisions: { id: string; parents: string[] }[] = [];
    let page: string | undefined;
    do {
      const { body } = await this.api.get(`${path}/revisions`, { query: { limit: 50, page } });
      revisions.push(...body.items);
      page = body.next?.page as string | undefined;
    } while (page !== undefined);
    const known = new Set(revisions.map(({ id }) => id));
    if (known.size !== revisions.length) found.push('a revision is listed twice');
    for (const parent of new Set(revisions.flatMap(({ parents }) => parents))) {
      if (known.has(parent)) continue;
      const { status } = await this.api.get(`${path}/revisions/${parent}`);
      if (status !== 200) found.push(`the parent ${parent} is ${status}`);
    }
  }
}

function flat(pages: TreePage[]): TreePage[] {
  return pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);
}

/** A page without its front matter and title: titles do not count as places of tokens. */
function bodyOf(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^\s*# .*\n?/, '')
    .trim();
}
