import { Injectable } from '@nestjs/common';
import type { FileRecord, LocatedPage } from '#modules/content/index.js';
import type { ContentRef, JSONDocument } from '#modules/documents/index.js';
import type { ContentContext } from '../content-context.js';
import { type AddressStyle, type TextTargets, TextTargetLoader } from './text-targets.js';

/** The place at which a text is read. */
export interface PlainTextPlace {
  organizationId: string;
  spaceId: string;
  /** A file that the text names; null for one that does not exist, or that the reader may not see. */
  file: (ref: Extract<ContentRef, { kind: 'file' }>) => Promise<FileRecord | null>;
}

/**
 * Writes a document for readers that know none of our tags.
 * @param targetsOf loads the targets of a document's references; call it when everything that the document shows is
 * part of it.
 */
type PlainWriter = (
  place: PlainTextPlace,
  document: JSONDocument,
  targetsOf: (document: JSONDocument) => Promise<TextTargets>,
) => Promise<JSONDocument>;

/**
 * Texts of pages for the machines of a site's readers. The publishing module registers the function that writes them.
 */
@Injectable()
export class PlainTexts {
  private writer: PlainWriter | undefined;

  constructor(private readonly targets: TextTargetLoader) {}

  register(writer: PlainWriter): void {
    this.writer = writer;
  }

  /** @param document as far as the reader may read it. */
  async plainTextOf(
    context: ContentContext,
    page: LocatedPage,
    document: JSONDocument,
    style: AddressStyle,
  ): Promise<JSONDocument> {
    if (!this.writer) throw new Error('Nobody writes texts for readers.');
    const { organizationId, spaceId } = context;
    const place: PlainTextPlace = { organizationId, spaceId, file: (ref) => this.targets.file(context, ref) };
    return this.writer(place, document, (whole) => this.targets.load(context, page, whole, style));
  }
}
