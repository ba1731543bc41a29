import { Injectable } from '@nestjs/common';
import type { FileRecord } from '#modules/content/index.js';
import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';
import { OpenApiVersions } from '../openapi-versions.service.js';
import type { ShownSpec } from '../openapi.types.js';
import { FileSpecifications } from '../processing/file-specifications.js';
import type { Specification } from '../processing/specification.js';
import { type BlockSource, referenceBlocks, type ReferencePlace, sourceOf } from './block-source.js';
import { hasPart, type ReadSource } from './describe-block.js';
import { fillSpecifications, specificationsIn } from './fill-specifications.js';

/**
 * The state, by slug, of the specifications that a result was computed from; null for a slug without a specification.
 */
export type UsedVersions = ReadonlyMap<string, string | null>;

export interface ExpandedDocument {
  document: JSONDocument;
  used: UsedVersions;
}

/** A specification or file that a block names. */
export interface ShownSource {
  /** Key of the source; see `BlockSource`. */
  key: string;
  /** Identifies the content: another content has another id. */
  id: string;
  isDeleted: boolean;
  /** Reads the specification; null when it cannot be read. The object is shared: copy it before changing. */
  read: () => Promise<Specification | null>;
  /** Reads the same as JSON, for callers that hand it to a thread. */
  text: () => Promise<string | null>;
}

/** A block for which its source has nothing to show. */
export interface EmptyBlock {
  block: DocumentBlock;
  /** The reason, as a sentence. */
  problem: string;
}

/** Fills the blocks that name a part of a specification with ordinary blocks, which every renderer can draw. */
@Injectable()
export class OpenApiBlocks {
  constructor(
    private readonly versions: OpenApiVersions,
    private readonly files: FileSpecifications,
  ) {}

  /**
   * Fills the blocks of a document from the newest versions of specifications and from files of spaces; returns the
   * same document when it has no such blocks.
   */
  async expand(place: ReferencePlace, document: JSONDocument, language?: string): Promise<ExpandedDocument> {
    const named = specificationsIn(document);
    if (referenceBlocks(document.nodes).next().done) return { document, used: new Map() };
    const { shown, used } = await this.findShown(place, named);
    const sources = new Map<string, ReadSource>();
    for (const { key, isDeleted, read } of shown) {
      const specification = await read();
      if (specification) sources.set(key, { specification, isDeleted });
    }
    return { document: fillSpecifications(document, sources, language), used };
  }

  /** Finds the sources that blocks name, without reading them. */
  async findShown(
    { organizationId, file }: ReferencePlace,
    named: readonly BlockSource[],
  ): Promise<{ shown: ShownSource[]; used: UsedVersions }> {
    const slugs = named.flatMap((one) => ('slug' in one ? one.slug : []));
    const versions = await this.versions.findShown(organizationId, slugs);
    const shown: ShownSource[] = [];
    for (const source of named) {
      const { key } = source;
      const found = 'file' in source ? await file(source.file) : null;
      const version = 'slug' in source ? versions.get(source.slug) : undefined;
      if (found) shown.push(this.shownFile(organizationId, key, found));
      if (version) {
        const { versionId, isDeleted } = version;
        const read = () => this.versions.readSpecification(organizationId, versionId);
        const text = () => this.versions.readText(organizationId, versionId);
        shown.push({ key, id: `${organizationId} ${versionId}`, isDeleted, read, text });
      }
    }
    return { shown, used: usedOf(slugs, versions) };
  }

  private shownFile(organizationId: string, key: string, file: FileRecord): ShownSource {
    const read = async (): Promise<Specification | null> => {
      const reading = await this.files.read(organizationId, file);
      return 'problem' in reading ? null : reading.specification;
    };
    const text = async (): Promise<string | null> => {
      const specification = await read();
      return specification && JSON.stringify(specification);
    };
    return { key, id: `${organizationId} ${file.blob}`, isDeleted: false, read, text };
  }

  /** The blocks that readers would find empty, with the reason for each. */
  async findEmpty(place: ReferencePlace, document: JSONDocument): Promise<EmptyBlock[]> {
    const blocks = [...referenceBlocks(document.nodes)];
    const { sources } = await this.read(place, blocks);
    return blocks.flatMap((block) => {
      const named = sourceOf(block);
      const source = named && sources.get(named.key);
      const problem = problemOf(block, named, source);
      return problem === null ? [] : [{ block, problem }];
    });
  }

  /** True when a result that was computed from these versions is still current. */
  async isCurrent(organizationId: string, used: UsedVersions): Promise<boolean> {
    if (used.size === 0) return true;
    const now = usedOf(used.keys(), await this.versions.findShown(organizationId, used.keys()));
    return [...used].every(([slug, state]) => now.get(slug) === state);
  }

  /** A text that changes whenever a result from any specification of the organization could change. */
  async stateOf(organizationId: string): Promise<string> {
    const shown = await this.versions.findAllShown(organizationId);
    return [...shown].map(([slug, { state }]) => `${slug} ${state}`).join(' ');
  }

  /** Reads the sources that the blocks name, by their keys. */
  private async read(
    place: ReferencePlace,
    blocks: readonly DocumentBlock[],
  ): Promise<{ sources: Map<string, ReadSource | { problem: string }>; used: UsedVersions }> {
    const { organizationId } = place;
    const named = new Map(blocks.flatMap((block) => sourceOf(block) ?? []).map((one) => [one.key, one]));
    const slugs = [...named.values()].flatMap((one) => ('slug' in one ? one.slug : []));
    const shown = await this.versions.findShown(organizationId, slugs);
    const sources = new Map<string, ReadSource | { problem: string }>();
    for (const [key, source] of named) {
      if ('file' in source) {
        const found = await place.file(source.file);
        const reading = found ? await this.files.read(organizationId, found) : { problem: NO_FILE };
        sources.set(key, 'problem' in reading ? reading : { ...reading, isDeleted: false });
        continue;
      }
      const { versionId, isDeleted } = shown.get(source.slug) ?? {};
      const specification =
        versionId === undefined ? null : await this.versions.readSpecification(organizationId, versionId);
      if (specification) sources.set(key, { specification, isDeleted: isDeleted === true });
    }
    return { sources, used: usedOf(slugs, shown) };
  }
}

const NO_FILE = 'The file is not there.';

function problemOf(
  block: DocumentBlock,
  named: BlockSource | undefined,
  source: ReadSource | { problem: string } | undefined,
): string | null {
  if (!named) return 'It names no file of the space and no specification of the organization.';
  if (!source)
    return 'slug' in named
      ? `The organization has no OpenAPI specification "${named.slug}" that was read.`
      : NO_FILE;
  if ('problem' in source) return source.problem;
  return hasPart(block, source.specification) ? null : 'The specification has no such part.';
}

function usedOf(slugs: Iterable<string>, shown: ReadonlyMap<string, ShownSpec>): UsedVersions {
  return new Map([...slugs].map((slug) => [slug, shown.get(slug)?.state ?? null]));
}
