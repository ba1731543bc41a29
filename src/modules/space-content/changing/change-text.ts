import { Injectable } from '@nestjs/common';
import { ContentStore, type FileRecord } from '#modules/content/index.js';
import {
  type ContentRef,
  type JSONDocument,
  type LookUps,
  mapReferences,
  type PageMeta,
  type ParsedPage,
  parseMarkdownLookingUp,
  parsePageLookingUp,
  requireDocumentAsync,
  TextTooLarge,
} from '#modules/documents/index.js';
import { SignedUrls } from '#modules/storage/index.js';
import { BadRequest } from '#platform/http/errors.js';
import type { BatchNames } from './batch-names.js';
import type { BatchPaths } from './batch-paths.js';
import type { DocumentInput } from './change-inputs.dto.js';
import { isLocal, readLocalAddress } from '../reading/page-links.js';

export interface ChangedTextPlace {
  organizationId: string;
  /** Content in which relative links are resolved. */
  snapshot: string;
  /** Finds the path of the parent page, from which relative links start; empty at the top. */
  parentPath: () => Promise<string>;
  names: BatchNames;
  /** True if the texts of the batch are long together. */
  isOneOfMany: boolean;
  /** Files and pages that the batch inserts together with the text, which `snapshot` does not have yet. */
  inserted: { files: readonly FileRecord[]; paths: BatchPaths };
  /** Path of the input in the request, for error messages. */
  at: string;
}

export interface ChangeTextResult {
  document: JSONDocument;
  /** The fields of the page that Markdown sets; empty for a document. */
  meta: PageMeta;
}

/** Turns the text of a change into a document whose references name pages and files. */
@Injectable()
export class ChangeText {
  constructor(
    private readonly content: ContentStore,
    private readonly signedUrls: SignedUrls,
  ) {}

  /**
   * @throws BadRequest naming the field for an input that is neither Markdown nor a document, an invalid document, or
   * an unknown batch name; Busy.
   */
  async read(input: DocumentInput, place: ChangedTextPlace): Promise<ChangeTextResult> {
    const { markdown, document } = input;
    if ((markdown === undefined) === (document === undefined)) {
      throw new BadRequest(`${place.at} needs either markdown or document.`);
    }
    if (markdown !== undefined) return this.readMarkdown(markdown, place);
    const valid = await requireDocumentAsync(document, `${place.at}.document`);
    return { document: mapReferences(valid, (ref) => place.names.resolve(ref, place.at)), meta: {} };
  }

  /** Reads Markdown that has neither front matter nor a title. @throws TextTooLarge, Busy */
  async readBody(markdown: string, place: ChangedTextPlace): Promise<JSONDocument> {
    return (await parseMarkdownLookingUp(markdown, this.lookUps(place))).document;
  }

  private readMarkdown(markdown: string, place: ChangedTextPlace): Promise<ChangeTextResult> {
    return parse(markdown, place, this.lookUps(place));
  }

  private lookUps(place: ChangedTextPlace): LookUps {
    return {
      resolveLink: (address) => this.resolveLink(address, place),
      resolveFile: (address) => this.resolveFile(address, place),
    };
  }

  /** A link can be a batch name, a page's relative path, or the address of a file. */
  private async resolveLink(address: string, place: ChangedTextPlace): Promise<ContentRef | undefined> {
    const ref: ContentRef = { kind: 'url', url: address };
    const named = place.names.resolve(ref, place.at);
    if (named !== ref) return named;
    return (
      place.names.fromRelative(address) ??
      (await this.findFile(address, place)) ??
      (await this.findPage(address, place)) ??
      undefined
    );
  }

  /** An image or file can be a batch name or the address of a file. */
  private async resolveFile(address: string, place: ChangedTextPlace): Promise<ContentRef | undefined> {
    const ref: ContentRef = { kind: 'url', url: address };
    const named = place.names.resolve(ref, place.at);
    if (named === ref)
      return place.names.fromRelative(address) ?? (await this.findFile(address, place)) ?? undefined;
    if (named.kind === 'file') return named;
    throw new BadRequest(`${place.at}: "${address}" is a page, not a file.`);
  }

  private async findFile(url: string, place: ChangedTextPlace): Promise<ContentRef | null> {
    const { organizationId, snapshot, inserted } = place;
    const [, named] = /^\/files\/([^/?#]+)$/.exec(url) ?? [];
    if (named !== undefined) {
      const isThere =
        inserted.files.some(({ id }) => id === named) ||
        (await this.content.findFiles(organizationId, snapshot, [named])).has(named);
      return isThere ? { kind: 'file', file: named } : null;
    }
    const signed = this.signedUrls.identify(url);
    if (signed?.organizationId !== organizationId) return null;
    const files = await this.content.listFiles(organizationId, snapshot);
    const sameBytes = files.filter((file) => file.blob === signed.blob);
    const file = sameBytes.find((candidate) => candidate.name === signed.name) ?? sameBytes[0];
    return file ? { kind: 'file', file: file.id } : null;
  }

  private async findPage(url: string, place: ChangedTextPlace): Promise<ContentRef | null> {
    if (!isLocal(url)) return null;
    const address = readLocalAddress(url, await place.parentPath());
    if (!address) return null;
    const { paths, anchor } = address;
    if (paths.length === 0 && anchor !== undefined) return { kind: 'anchor', anchor };
    for (const path of paths) {
      const found = await this.content.findPageByPath(place.organizationId, place.snapshot, path);
      const page = found?.page.id ?? (await place.inserted.paths.find(path));
      if (page === undefined) continue;
      return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', page, anchor };
    }
    return null;
  }
}

async function parse(
  markdown: string,
  { at, isOneOfMany }: ChangedTextPlace,
  lookUps: LookUps,
): Promise<ParsedPage> {
  try {
    return await parsePageLookingUp(markdown, lookUps, { isOneOfMany });
  } catch (error) {
    if (!(error instanceof TextTooLarge)) throw error;
    throw new BadRequest(`${at}.markdown ${error.problem}.`);
  }
}
