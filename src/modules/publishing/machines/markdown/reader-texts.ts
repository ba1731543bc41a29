import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { JSONDocument } from '#modules/documents/index.js';
import { OpenApiBlocks } from '#modules/openapi/index.js';
import { PlainTexts, type PlainTextPlace, type TextTargets } from '#modules/space-content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { IntegrationBlocks } from '../../integration-blocks.js';
import { plainDocument, type RenderContext } from '#modules/rendering/index.js';

/**
 * Writes texts for external renderers: the content of specifications and integrations is filled in, and tags become
 * plain Markdown.
 */
@Injectable()
export class ReaderTexts implements OnModuleInit {
  constructor(
    private readonly texts: PlainTexts,
    private readonly reference: OpenApiBlocks,
    private readonly blocks: IntegrationBlocks,
    private readonly spaces: Spaces,
  ) {}

  onModuleInit(): void {
    this.texts.register((place, document, targetsOf) => this.write(place, document, targetsOf));
  }

  private async write(
    place: PlainTextPlace,
    stored: JSONDocument,
    targetsOf: (document: JSONDocument) => Promise<TextTargets>,
  ): Promise<JSONDocument> {
    const { organizationId, spaceId } = place;
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    const language = space?.language ?? undefined;
    const filled = await this.reference.expand(place, stored, language);
    const { document } = await this.blocks.expand({ organizationId, spaceId }, filled.document);
    return plainDocument(document, contextOf(await targetsOf(document), language), (href) => href);
  }
}

function contextOf(targets: TextTargets, language: string | undefined): RenderContext {
  return {
    resolveRef: (ref) => targets.resolve(ref),
    // Files have an address by their reference, like all other targets.
    file: () => null,
    user: (id) => {
      const displayName = targets.userName(id);
      return displayName === null ? null : { displayName };
    },
    language,
  };
}
