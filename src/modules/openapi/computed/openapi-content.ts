import { Injectable } from '@nestjs/common';
import type { ComputedContent, GeneratedPage } from '#modules/content/index.js';
import { emptyDocument, type JSONDocument } from '#modules/documents/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { OpenApiSpecs } from '../openapi-specs.service.js';
import { OpenApiVersions } from '../openapi-versions.service.js';
import type { ShownSpec, SpecView } from '../openapi.types.js';
import { type OpenApiSource, readDocumentSource, readSource } from './computed-source.js';
import { generatePages } from './generate-pages.js';

/** A source that somebody may use, and what comes of it now. */
export interface PlannedContent {
  source: OpenApiSource;
  /** The title of the specification, once there is a version of it. */
  title: string;
  content: ComputedContent;
}

/** What pages are computed from specifications. */
@Injectable()
export class OpenApiContent {
  constructor(
    private readonly specs: OpenApiSpecs,
    private readonly versions: OpenApiVersions,
  ) {}

  /**
   * Reads a source that a client gave and computes it. A specification without a version gives an empty page.
   * @param at path of the source in the request.
   * @throws BadRequest for another type of source, and for a specification that the actor does not see.
   */
  async plan(actor: Actor, organizationId: string, given: unknown, at: string): Promise<PlannedContent> {
    const source = readSource(given, at);
    const slug = source.dependencies.spec.ref.spec;
    await this.require(actor, organizationId, slug, at);
    const content = await this.compute(organizationId, source);
    return {
      source,
      title: (await this.titleOf(organizationId, source)) ?? slug,
      content: content ?? NOTHING,
    };
  }

  /** One document of those that `plan` would make. @throws BadRequest as `plan`, and for a part that is not there. */
  async document(actor: Actor, organizationId: string, given: unknown, at: string): Promise<JSONDocument> {
    const { spec, props } = readDocumentSource(given, at);
    await this.require(actor, organizationId, spec, at);
    const content = await this.compute(organizationId, readSource({ ...(given as object), props: {} }, at));
    const found = props.doc === 'info' ? content : content && findPart(content.pages, props);
    if (!found) throw new BadRequest(`${at}.props: the specification has no such part.`);
    return found.document ?? emptyDocument();
  }

  /** What the newest version of the source's specification gives, or what a deleted one said last; null without any. */
  async compute(organizationId: string, source: OpenApiSource): Promise<ComputedContent | null> {
    const shown = await this.findShown(organizationId, source);
    const specification = shown && (await this.versions.readSpecification(organizationId, shown.versionId));
    if (!shown || !specification) return null;
    const { slug, isDeleted, state } = shown;
    const { models } = source.props;
    return { seed: state, ...(await generatePages(specification, { slug, models, isDeleted })) };
  }

  /** The state that `compute` would compute from; null when there is none. */
  async findSeed(organizationId: string, source: OpenApiSource): Promise<string | null> {
    return (await this.findShown(organizationId, source))?.state ?? null;
  }

  private async findShown(organizationId: string, source: OpenApiSource): Promise<ShownSpec | null> {
    const slug = source.dependencies.spec.ref.spec;
    return (await this.versions.findShown(organizationId, [slug])).get(slug) ?? null;
  }

  private async titleOf(organizationId: string, source: OpenApiSource): Promise<string | null> {
    const shown = await this.findShown(organizationId, source);
    const specification = shown && (await this.versions.readSpecification(organizationId, shown.versionId));
    return specification?.info.title.trim() ?? null;
  }

  private async require(actor: Actor, organizationId: string, slug: string, at: string): Promise<SpecView> {
    try {
      return await this.specs.require(actor, organizationId, slug, 'view');
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new BadRequest(
        `${at}.dependencies.spec.ref.spec: there is no OpenAPI specification "${slug}" here, or you may not see it.`,
      );
    }
  }
}

const NOTHING: ComputedContent = { seed: '', document: null, pages: [] };

function findPart(pages: readonly GeneratedPage[], props: object): GeneratedPage | undefined {
  for (const page of pages) {
    const part = page.generated as Record<string, unknown>;
    if (Object.entries(props).every(([name, value]) => part[name] === value)) return page;
    const below = findPart(page.pages, props);
    if (below) return below;
  }
  return undefined;
}
