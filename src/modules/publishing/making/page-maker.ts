import { Injectable } from '@nestjs/common';
import type { ContentRef, JSONDocument } from '#modules/documents/index.js';
import { documentScope } from '#modules/expressions/index.js';
import { OpenApiBlocks, type ShownSource, type UsedVersions } from '#modules/openapi/index.js';
import type { BlockSource, Specification } from '#modules/openapi/threads.js';
import type { StoredDocument } from '#modules/space-content/index.js';
import { FOR_READERS, resolveDocument } from '#modules/space-content/threads.js';
import { compute } from '#platform/compute/compute.js';
import { OverBudget } from '#platform/compute/over-budget.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { stringifyLong } from '#platform/event-loop/long-json.js';
import type { BlockDrawing, IntegrationBlockData, RenderContext } from '#modules/rendering/index.js';
import { iconStyle } from '../frame/surroundings.js';
import { IntegrationBlocks } from '../integration-blocks.js';
import { PublishedContent, type PublishedPlace } from '../published-content.js';
import type { NavigationPage } from '../space-navigation.js';
import { isHeavy } from './is-heavy.js';
import { makeBody, noBody, type PageBody } from './make-body.js';
import { makeMarkdown, type MarkdownForm, noMarkdown } from './make-markdown.js';
import type { PageSource, ShownSpecification } from './page-source.js';
import {
  type KnownReferences,
  PAGE_BODY,
  PAGE_MARKDOWN,
  type PageQuestion,
  type PageReply,
  PLAIN_BODY,
  refKey,
  type StoredText,
} from './page-tasks.js';

/** Processor time for one page, and for its words alone if that is not enough. */
const BUDGET_MS = 4_000;
const PLAIN_BUDGET_MS = 500;
/** Processor time for Markdown, for which no reader waits as for a page. */
const MARKDOWN_BUDGET_MS = 5_000;

/** Validity of a result beside the version of the site. */
export interface MadeWith {
  /** Versions of the API specifications that the result shows. */
  specifications: UsedVersions;
  /** Seconds for which the parts made by integrations may be cached; no limit if absent. */
  seconds?: number;
}

/** Makes pages and their Markdown from documents: short ones here, all others in threads. */
@Injectable()
export class PageMaker {
  constructor(
    private readonly content: PublishedContent,
    private readonly reference: OpenApiBlocks,
    private readonly blocks: IntegrationBlocks,
  ) {}

  /**
   * The body of the page of an entry; null for an empty page. A page that takes too long becomes its words alone, or a
   * sentence.
   */
  async body(place: PublishedPlace, entry: NavigationPage): Promise<(PageBody & MadeWith) | null> {
    const page = await this.content.stored(place, entry);
    return page && this.bodyOfStored(place, page, entry);
  }

  /**
   * The body of a page with a document that was made for it, such as one with marked changes.
   * @param entry the entry of the page, if there is one.
   */
  bodyOf(
    place: PublishedPlace,
    document: JSONDocument,
    entry?: NavigationPage,
  ): Promise<PageBody & MadeWith> {
    return this.bodyOfStored(place, { ...EMPTY, stored: document }, entry);
  }

  private async bodyOfStored(
    place: PublishedPlace,
    page: StoredDocument,
    entry?: NavigationPage,
  ): Promise<PageBody & MadeWith> {
    const source = this.source(place, page, entry);
    const look = { iconStyle: iconStyle(place), language: place.space.language ?? undefined };
    const document = await shortDocument(page);
    const made = document
      ? await makeBody(document, look, source)
      : await this.heavyBody(await packed(page), look, source);
    return { ...made, ...source.madeWith(made.seconds) };
  }

  /** The Markdown of the page of an entry; a sentence if it takes too long. */
  async markdown(
    place: PublishedPlace,
    entry: NavigationPage,
    form: Pick<MarkdownForm, 'title' | 'description' | 'from'>,
  ): Promise<{ text: string } & MadeWith> {
    const page = (await this.content.stored(place, entry)) ?? EMPTY;
    const { siteBasePath, siteUrl, space } = place;
    const whole = { ...form, siteBasePath, siteUrl, language: space.language ?? undefined };
    const source = this.source(place, page, entry);
    const document = await shortDocument(page);
    const text = document
      ? await makeMarkdown(document, whole, source)
      : await this.heavyMarkdown(await packed(page), whole, source);
    return { text, ...source.madeWith() };
  }

  private async heavyBody(
    document: StoredText,
    look: Parameters<typeof makeBody>[1],
    source: LoadedSource,
  ): Promise<PageBody> {
    const { organization } = source;
    const answer = (question: PageQuestion) => source.answer(question);
    try {
      return await compute.run(PAGE_BODY, { document, look }, { organization, budgetMs: BUDGET_MS, answer });
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
    }
    try {
      return await compute.run(PLAIN_BODY, document, { organization, budgetMs: PLAIN_BUDGET_MS, answer });
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      return noBody();
    }
  }

  private async heavyMarkdown(
    document: StoredText,
    form: MarkdownForm,
    source: LoadedSource,
  ): Promise<string> {
    const { organization } = source;
    const answer = (question: PageQuestion) => source.answer(question);
    try {
      const options = { organization, budgetMs: MARKDOWN_BUDGET_MS, answer };
      return await compute.run(PAGE_MARKDOWN, { document, form }, options);
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      return noMarkdown(form);
    }
  }

  private source(place: PublishedPlace, page: StoredDocument, entry?: NavigationPage): LoadedSource {
    return new LoadedSource(this.content, this.reference, this.blocks, place, page, entry);
  }
}

const EMPTY: StoredDocument = {
  stored: { object: 'document', data: {}, nodes: [] },
  scope: documentScope({}),
  included: () => Promise.resolve(null),
};

/** The document as readers get it; null if it is too long to be rendered in this thread. */
async function shortDocument({ stored, scope, included }: StoredDocument): Promise<JSONDocument | null> {
  if (typeof stored === 'string' || isHeavy(stored)) return null;
  let isLong = false;
  const document = await resolveDocument(stored, scope, FOR_READERS, async (ref) => {
    const found = isLong ? null : await included(ref);
    if (!found) return null;
    const { document: inner } = found;
    if (typeof inner !== 'string' && !isHeavy(inner)) return { ...found, document: inner };
    isLong = true;
    return null;
  });
  return isLong || isHeavy(document) ? null : document;
}

async function packed({ stored, scope }: StoredDocument): Promise<StoredText> {
  return { text: await textOf(stored), scope };
}

function textOf(stored: JSONDocument | string): Promise<string> {
  return typeof stored === 'string' ? Promise.resolve(stored) : stringifyLong(stored);
}

/** Reads the data that the document of a page needs from the database. */
class LoadedSource implements PageSource {
  private used: UsedVersions = new Map();
  private readonly shown = new Map<string, ShownSource>();
  private seconds = Infinity;

  constructor(
    private readonly content: PublishedContent,
    private readonly reference: OpenApiBlocks,
    private readonly blocks: IntegrationBlocks,
    private readonly place: PublishedPlace,
    private readonly page: StoredDocument,
    private readonly entry?: NavigationPage,
  ) {}

  get organization(): string {
    return this.place.site.organizationId;
  }

  /**
   * Validity of the page.
   * @param others seconds for which the other parts may be cached.
   */
  madeWith(others = Infinity): MadeWith {
    const { used: specifications } = this;
    const seconds = Math.min(this.seconds, others);
    return { specifications, ...(Number.isFinite(seconds) ? { seconds } : {}) };
  }

  async specifications(named: BlockSource[]): Promise<ShownSpecification[]> {
    const { shown, used } = await this.reference.findShown(this.content.referencePlace(this.place), named);
    this.used = used;
    for (const one of shown) this.shown.set(one.id, one);
    return shown.map(({ key, id, isDeleted }) => ({ key, id, isDeleted }));
  }

  async specification(id: string): Promise<Specification | null> {
    return (await this.shown.get(id)?.read()) ?? null;
  }

  async draw(blocks: IntegrationBlockData[]): Promise<BlockDrawing[]> {
    const { space } = this.place;
    const answers = await this.blocks.draw(
      { organizationId: this.organization, spaceId: space.spaceId },
      blocks,
    );
    this.seconds = Math.min(this.seconds, ...answers.map(({ seconds }) => seconds));
    return answers;
  }

  context(refs: ContentRef[]): Promise<RenderContext> {
    return this.content.contextOf(this.place, refs, this.entry?.href ?? undefined);
  }

  /** Answers a question of a thread. */
  async answer(question: PageQuestion): Promise<PageReply> {
    switch (question.kind) {
      case 'included': {
        const found = await this.page.included(question.ref);
        return found && { ...found, document: await textOf(found.document) };
      }
      case 'specifications':
        return this.specifications(question.named);
      case 'specification':
        return (await this.shown.get(question.id)?.text()) ?? null;
      case 'drawings': {
        const answers = await this.draw(question.blocks);
        return answers.map(({ drawn, seconds }) => ({
          drawn: drawn && { root: drawn.root, state: drawn.state, ticket: drawn.ticket },
          seconds,
        }));
      }
      case 'references':
        return known(question.refs, await this.context(question.refs));
    }
  }
}

async function known(refs: readonly ContentRef[], context: RenderContext): Promise<KnownReferences> {
  const { language, opensTabs } = context;
  const found: KnownReferences = {
    targets: new Map(),
    files: new Map(),
    users: new Map(),
    language,
    opensTabs,
  };
  const eventLoop = new EventLoopYield();
  for (const ref of refs) {
    const target = context.resolveRef(ref);
    if (target) found.targets.set(refKey(ref), target);
    const file = ref.kind === 'file' ? context.file(ref.file) : null;
    if (ref.kind === 'file' && file) found.files.set(ref.file, shownFile(file));
    const user = ref.kind === 'user' ? context.user?.(ref.user) : null;
    if (ref.kind === 'user' && user) found.users.set(ref.user, user);
    await eventLoop.yieldIfDue();
  }
  return found;
}

/** The fields of a file that pages show; all others are left out. */
function shownFile({
  url,
  name,
  size,
  contentType,
  dimensions,
}: NonNullable<ReturnType<RenderContext['file']>>) {
  return { url, name, size, contentType, ...(dimensions ? { dimensions } : {}) };
}
