import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FetchFailed } from '#platform/http-client/guarded-fetch.js';
import type { Logger } from '#platform/logging/logger.js';
import { ImportFailed } from '#modules/git/index.js';
import type { PageFacts } from '../conversion/conversion.types.js';
import type { Converter } from '../conversion/converter.js';
import { LIMITS } from '../import-limits.js';
import type { ImportProgress } from '../import-progress.js';
import { decodeHtml } from '../text-encoding.js';
import { UNREADABLE_PAGE, unreadableReason } from '../unreadable-source.js';
import { readRobots, type Robots, TooManyRules } from './robots.js';
import { BudgetSpent, type Fetched, SiteFetch } from './site-fetch.js';
import { WebsitePart } from './website-part.js';
import { readSitemap } from './sitemap.js';

const HTML = /^(text\/html|application\/xhtml\+xml)/;
const ACCEPT = 'text/html, application/xhtml+xml, */*;q=0.1';
const MAX_SITEMAPS = 50;

export interface CrawledPage {
  key: string;
  /** Address that answered. */
  address: string;
  position: number;
  order: number;
  /** File with the HTML, in UTF-8. */
  file: string;
}

export interface Crawl {
  /** Address that says what belongs to the import. */
  start: string;
  part: WebsitePart;
  pages: CrawledPage[];
  /** The key of the page that another key stands for. */
  aliases: ReadonlyMap<string, string>;
  mayFetch(address: string): boolean;
}

interface Waiting {
  key: string;
  address: string;
  depth: number;
  position: number;
}

/**
 * Finds and fetches the pages of a website: those of its sitemap, or without one, those that its pages link to. Pages
 * are kept in files: a website is larger than the memory that an import should take.
 */
export class Crawler {
  private readonly pages = new Map<string, CrawledPage>();
  private readonly aliases = new Map<string, string>();
  private readonly known = new Set<string>();
  private readonly copies = new Map<string, string>();
  private readonly order = new Map<string, number>();
  private readonly queue: Waiting[] = [];
  private start!: string;
  private part!: WebsitePart;
  private robots?: Robots;
  private followsLinks = true;
  private isSpent = false;

  constructor(
    private readonly site: SiteFetch,
    private readonly progress: ImportProgress,
    private readonly converter: Converter,
    private readonly folder: string,
    private readonly logger: Logger,
  ) {}

  /** @throws ImportFailed when the first page cannot be had. */
  async run(start: string): Promise<Crawl> {
    const first = await this.fetchFirst(start);
    this.begin(first.address);
    // A start that leads on within the website keeps the part that was asked for.
    const asked = new URL(start);
    if (asked.origin === this.part.origin && new WebsitePart(asked).has(this.part.keyOf(first.address)))
      this.begin(start);
    const facts = await this.factsOfFirst(first);
    const key = this.part.keyOf(first.address);
    this.alias(this.part.keyOf(start), key);
    this.known.add(key);
    this.recordOrder(key, facts);
    const position = this.progress.add(first.address);
    await this.addStart();
    await this.accept({ key, address: first.address, depth: 0, position }, first, facts);
    await this.drain();
    return {
      start: this.start,
      part: this.part,
      pages: [...this.pages.values()].sort((a, b) => a.order - b.order || a.position - b.position),
      aliases: this.aliases,
      mayFetch: (address) => this.mayFetch(address),
    };
  }

  private begin(start: string): void {
    this.start = start;
    this.part = new WebsitePart(new URL(start));
  }

  private async fetchFirst(start: string): Promise<Fetched> {
    try {
      await this.readRobots(new URL(start));
      if (!this.mayFetch(start))
        throw new ImportFailed("The website's robots.txt does not allow this page to be read.");
      const first = await this.site.get(start, LIMITS.pageBytes, ACCEPT);
      if (!HTML.test(first.contentType))
        throw new ImportFailed('The address does not lead to a page of HTML.');
      const { origin } = new URL(first.address);
      if (origin !== new URL(start).origin) await this.readRobots(new URL(origin));
      if (!this.mayFetch(first.address))
        throw new ImportFailed("The website's robots.txt does not allow this page to be read.");
      return first;
    } catch (error) {
      if (error instanceof FetchFailed)
        throw new ImportFailed(`The website cannot be read: ${error.message}.`);
      throw error;
    }
  }

  private async readRobots({ origin }: URL): Promise<void> {
    const address = `${origin}/robots.txt`;
    const found = await this.site.findText(address, LIMITS.pageBytes);
    try {
      this.robots = readRobots(address, found?.text ?? '', SiteFetch.agent);
    } catch (error) {
      if (!(error instanceof TooManyRules)) throw error;
      throw new ImportFailed("The website's robots.txt has more rules with wildcards than can be kept to.");
    }
    const { crawlDelay } = this.robots;
    if (crawlDelay !== undefined) this.site.slowDown(crawlDelay);
  }

  private mayFetch(address: string): boolean {
    return this.robots?.isAllowed(address) !== false;
  }

  /** Puts the pages of the sitemap into the queue; a website without one is explored by its links. */
  private async addStart(): Promise<void> {
    const { origin, prefix } = this.part;
    const named = this.robots?.sitemaps ?? [];
    const waiting =
      named.length > 0 ? [...named] : [`${origin}${prefix}/sitemap.xml`, `${origin}/sitemap.xml`];
    const seen = new Set<string>();
    const found: string[] = [];
    for (
      let address = waiting.shift();
      address !== undefined && seen.size < MAX_SITEMAPS;
      address = waiting.shift()
    ) {
      if (seen.has(address) || !URL.canParse(address)) continue;
      seen.add(address);
      const sitemap = await this.readSitemap(address);
      found.push(...sitemap.pages.filter((page) => this.part.pageAddress(page, origin)));
      if (named.length === 0 && found.length > 0) waiting.length = 0;
      waiting.push(...sitemap.sitemaps);
    }
    this.followsLinks = found.length === 0;
    for (const address of found) this.enqueue(address, origin, 1);
  }

  private async readSitemap(address: string): Promise<ReturnType<typeof readSitemap>> {
    try {
      const found = await this.site.findText(address, LIMITS.pageBytes * 10);
      return readSitemap(found?.text ?? '');
    } catch (error) {
      this.progress.check();
      // Nothing but a shortcut: without it the links tell.
      if (error instanceof FetchFailed) return { pages: [], sitemaps: [] };
      throw error;
    }
  }

  private enqueue(href: string, base: string, depth: number): void {
    const address = this.part.pageAddress(href, base);
    if (address === undefined) return;
    const key = this.part.keyOf(address);
    if (this.known.has(key) || this.aliases.has(key) || depth > LIMITS.depth) return;
    this.known.add(key);
    // Far more addresses than pages are no website to import; the report need not list them all.
    if (this.known.size > LIMITS.pages * 4) return;
    const position = this.progress.add(address);
    if (!this.mayFetch(address))
      this.progress.skip(position, "The website's robots.txt does not allow this page.");
    else if (this.queue.length + this.pages.size >= LIMITS.pages) this.skipOverBudget(position);
    else this.queue.push({ key, address, depth, position });
  }

  private async drain(): Promise<void> {
    const running = new Set<Promise<void>>();
    for (;;) {
      this.progress.check();
      while (running.size < this.site.width && this.queue.length > 0) {
        const work: Promise<void> = this.visit(this.queue.shift()!).finally(() => running.delete(work));
        running.add(work);
      }
      if (running.size === 0) return;
      await Promise.race(running).catch(async (error: unknown) => {
        await Promise.allSettled(running);
        throw error;
      });
    }
  }

  private async visit(waiting: Waiting): Promise<void> {
    if (this.isSpent) return this.skipOverBudget(waiting.position);
    try {
      await this.accept(waiting, await this.site.get(waiting.address, LIMITS.pageBytes, ACCEPT));
    } catch (error) {
      if (error instanceof BudgetSpent) {
        this.isSpent = true;
        return this.skipOverBudget(waiting.position);
      }
      if (error instanceof FetchFailed)
        return this.progress.fail(waiting.position, `The page cannot be read: ${error.message}.`);
      this.progress.fail(waiting.position, this.reasonOf(error));
    }
  }

  private reasonOf(error: unknown): string {
    this.progress.check();
    return unreadableReason(error, UNREADABLE_PAGE, this.logger);
  }

  private skipOverBudget(position: number): void {
    this.progress.skip(position, `One import takes at most ${LIMITS.pages} pages, 500 MB and 30 minutes.`);
  }

  private async accept(
    { key: asked, depth, position }: Waiting,
    fetched: Fetched,
    known?: PageFacts,
  ): Promise<void> {
    const { address, contentType, bytes } = fetched;
    if (!HTML.test(contentType))
      return this.progress.skip(position, 'The address does not lead to a page of HTML.');
    const target = this.part.pageAddress(address, address);
    if (target === undefined)
      return this.progress.skip(position, `The page leads on to ${address}, which is outside of the import.`);
    const key = this.part.keyOf(target);
    this.alias(asked, key);
    if (key !== asked && !this.mayFetch(address))
      return this.progress.skip(position, "The website's robots.txt does not allow this page.");
    const isTaken = (): boolean => this.pages.has(key);
    const leadsOn = `The page leads on to ${address}.`;
    if (isTaken()) return this.progress.skip(position, leadsOn);
    this.known.add(key);
    const { text: html } = decodeHtml(bytes, contentType);
    const facts = known ?? (await this.converter.facts(html, address, this.start));
    // Another address may have led here meanwhile.
    if (isTaken()) return this.progress.skip(position, leadsOn);
    if (this.followsLinks) for (const link of facts.links) this.enqueue(link, address, depth + 1);
    if (!facts.hasText)
      return this.progress.skip(position, facts.leadsOn ? 'The page leads on to another.' : NO_TEXT);
    const copy = this.copyOf(key, facts.digest);
    if (copy !== undefined) {
      this.alias(key, copy);
      return this.progress.skip(position, 'The same page was found at another address.');
    }
    const file = join(this.folder, `${position}.html`);
    this.pages.set(key, {
      key,
      address,
      position,
      order: this.order.get(key) ?? this.order.size + position,
      file,
    });
    await writeFile(file, html, { mode: 0o600 });
  }

  private async factsOfFirst({ bytes, contentType, address }: Fetched): Promise<PageFacts> {
    try {
      return await this.converter.facts(decodeHtml(bytes, contentType).text, address, this.start);
    } catch (error) {
      throw new ImportFailed(`The website cannot be read: ${address}: ${this.reasonOf(error)}`);
    }
  }

  /** Key of a page with the same text. */
  private copyOf(key: string, digest: string | undefined): string | undefined {
    if (digest === undefined) return undefined;
    const other = this.copies.get(digest);
    if (other === undefined) this.copies.set(digest, key);
    return other;
  }

  private alias(from: string, to: string): void {
    if (from !== to) this.aliases.set(from, to);
  }

  /** The first page lists the others in its navigation, in the order that readers know. */
  private recordOrder(first: string, { links }: PageFacts): void {
    this.order.set(first, 0);
    for (const link of links) {
      const key = this.part.keyOf(link);
      if (!this.order.has(key)) this.order.set(key, this.order.size);
    }
  }
}

const NO_TEXT = 'The page holds no text that can be read without running its scripts.';
