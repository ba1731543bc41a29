import { Injectable } from '@nestjs/common';
import { type JSONDocument, requireDocumentAsync } from '#modules/documents/index.js';
import { PageMaker, PublishedContent, type PublishedPlace } from '#modules/publishing/index.js';
import { ANYBODY, draftSite, SpaceLooks } from '#modules/sites/index.js';
import { type ContentContext, FOR_READERS, ResolvedDocuments } from '#modules/space-content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import type { EditedText } from '../texts/edited-texts.js';
import type { DrawBlocksBody, DrawnBlockResource } from './drawn-blocks.dto.js';

/** Draws blocks of a text, before they are saved, as readers will see them. */
@Injectable()
export class DrawBlocks {
  constructor(
    private readonly spaces: Spaces,
    private readonly resolved: ResolvedDocuments,
    private readonly published: PublishedContent,
    private readonly maker: PageMaker,
    private readonly looks: SpaceLooks,
    private readonly urls: Urls,
  ) {}

  /**
   * Each block as HTML, in the looks of the first site that shows the space and that the actor may see. Links lead into the preview.
   * @throws BadRequest naming the place for a block that no document can have.
   */
  async draw(
    actor: Actor,
    context: ContentContext,
    { page }: EditedText,
    { blocks }: DrawBlocksBody,
  ): Promise<DrawnBlockResource[]> {
    const valid = await requireDocumentAsync({ object: 'document', data: {}, nodes: blocks }, 'blocks');
    const place = await this.placeOf(actor, context);
    const entry = page ? (await this.published.navigation(place)).find(page.id) : undefined;
    const drawn: DrawnBlockResource[] = [];
    for (const block of valid.nodes) {
      const alone: JSONDocument = { object: 'document', data: {}, nodes: [block] };
      const document = await this.resolved.read(context, page, alone, FOR_READERS);
      drawn.push(presentBody(await this.maker.bodyOf(place, document, entry)));
    }
    return drawn;
  }

  private async placeOf(actor: Actor, context: ContentContext): Promise<PublishedPlace> {
    const { organizationId, spaceId, snapshot, revisionId, changeRequestId } = context;
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const looks = await this.looks.of(actor, organizationId, spaceId);
    const { title, emoji, language } = space;
    const site = draftSite({ organizationId, spaceId, title, emoji, language, snapshot, revisionId }, looks);
    const [shown] = site.spaces;
    if (!shown) throw new Error('A draft has one space.');
    const below = changeRequestId === undefined ? [] : ['~', 'changes', changeRequestId];
    const siteUrl = `${this.urls.app('s', spaceId, ...below)}/`;
    return { site, space: shown, visitor: ANYBODY, siteUrl, siteBasePath: new URL(siteUrl).pathname };
  }
}

function presentBody({ html, needs, seconds }: Awaited<ReturnType<PageMaker['bodyOf']>>): DrawnBlockResource {
  return {
    html,
    ...(needs
      ? {
          needs: {
            frames: needs.frames,
            diagrams: needs.diagrams,
            servers: needs.servers,
            origins: needs.origins,
          },
        }
      : {}),
    ...(seconds === undefined ? {} : { seconds }),
  };
}
