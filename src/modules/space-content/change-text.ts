import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import {
  type ContentRef,
  documentReferences,
  type JSONDocument,
  mapReferences,
  type PageMeta,
  parsePage,
  validateDocument,
} from '#modules/documents/index.js';
import { SignedUrls } from '#modules/storage/index.js';
import { BadRequest } from '#platform/http/errors.js';
import type { BatchNames } from './batch-names.js';
import type { DocumentInput } from './content-changes.dto.js';
import { readLocalAddress } from './page-links.js';

export interface TextPlace {
  organizationId: string;
  /** Content that relative links are looked up in. */
  snapshot: string;
  /** Path of the parent page, empty at the top: where relative links start. */
  parentPath: string;
  names: BatchNames;
  /** Path of the input in the request, for error sentences. */
  at: string;
}

export interface ChangeTextResult {
  document: JSONDocument;
  /** What Markdown says about the page; empty for a document. */
  meta: PageMeta;
}

type Resolver = (ref: ContentRef) => Promise<ContentRef>;

/** Turns the text of a change into a document whose references name pages and files. */
@Injectable()
export class ChangeText {
  constructor(
    private readonly content: ContentStore,
    private readonly signedUrls: SignedUrls,
  ) {}

  /** @throws BadRequest naming the field for a text that is neither, a bad document, or an unknown batch name. */
  async read(input: DocumentInput, place: TextPlace): Promise<ChangeTextResult> {
    const { markdown, document } = input;
    if ((markdown === undefined) === (document === undefined)) {
      throw new BadRequest(`${place.at} needs either markdown or document.`);
    }
    if (markdown === undefined) {
      const valid = readDocument(document, place.at);
      const resolve: Resolver = (ref) => Promise.resolve(place.names.resolve(ref, place.at));
      return { document: await mapAsync(valid, resolve), meta: {} };
    }
    const parsed = parsePage(markdown);
    const resolve: Resolver = (ref) => this.resolve(ref, place);
    const { cover } = parsed.meta;
    if (cover) {
      cover.ref = await resolve(cover.ref);
      if (cover.refDark) cover.refDark = await resolve(cover.refDark);
    }
    return { document: await mapAsync(parsed.document, resolve), meta: parsed.meta };
  }

  /** In Markdown, an address can be a batch name, a page's relative path, or a download address of ours. */
  private async resolve(ref: ContentRef, place: TextPlace): Promise<ContentRef> {
    const named = place.names.resolve(ref, place.at);
    if (named !== ref || ref.kind !== 'url') return named;
    return (await this.findFile(ref.url, place)) ?? (await this.findPage(ref.url, place)) ?? ref;
  }

  private async findFile(url: string, { organizationId, snapshot }: TextPlace): Promise<ContentRef | null> {
    const signed = this.signedUrls.identify(url);
    if (signed?.organizationId !== organizationId) return null;
    const files = await this.content.listFiles(organizationId, snapshot);
    const sameBytes = files.filter((file) => file.blob === signed.blob);
    const file = sameBytes.find((candidate) => candidate.name === signed.name) ?? sameBytes[0];
    return file ? { kind: 'file', file: file.id } : null;
  }

  private async findPage(url: string, place: TextPlace): Promise<ContentRef | null> {
    const address = readLocalAddress(url, place.parentPath);
    if (!address) return null;
    const { paths, anchor } = address;
    if (paths.length === 0 && anchor !== undefined) return { kind: 'anchor', anchor };
    for (const path of paths) {
      const found = await this.content.findPageByPath(place.organizationId, place.snapshot, path);
      if (!found) continue;
      const page = found.page.id;
      return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', page, anchor };
    }
    return null;
  }
}

function readDocument(value: unknown, at: string): JSONDocument {
  try {
    return validateDocument(value);
  } catch (error) {
    throw new BadRequest(
      `${at}.document: ${error instanceof Error ? error.message : 'it is not a document'}`,
    );
  }
}

/** `mapReferences` with a function that has to look things up. */
async function mapAsync(document: JSONDocument, resolve: Resolver): Promise<JSONDocument> {
  const resolved = new Map<string, ContentRef>();
  for (const { ref } of documentReferences(document)) {
    const key = JSON.stringify(ref);
    if (!resolved.has(key)) resolved.set(key, await resolve(ref));
  }
  return mapReferences(document, (ref) => resolved.get(JSON.stringify(ref)) ?? ref);
}
