import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type ComputedContent,
  type ComputedPlace,
  ComputedSources,
  type GeneratedPage,
  type Json,
  type PlannedContent,
  SourceDependencies,
  type SourceKind,
} from '#modules/content/index.js';
import { emptyDocument, type JSONDocument } from '#modules/documents/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { OpenApiSpecs } from '../openapi-specs.service.js';
import { OpenApiVersions } from '../openapi-versions.service.js';
import type { ShownSpec, SpecView } from '../openapi.types.js';
import { OpenApiSpecsRepository } from '../openapi-specs.repository.js';
import { type OpenApiSource, readDocumentSource, readSource, storedSource } from './computed-source.js';
import { generatePages } from './generate-pages.js';

/** Computes pages from specifications: sources of the type `builtin:openapi`. */
@Injectable()
export class OpenApiContent implements SourceKind, OnModuleInit {
  readonly types = 'builtin:openapi';
  readonly isSlow = false;

  constructor(
    private readonly specs: OpenApiSpecs,
    private readonly records: OpenApiSpecsRepository,
    private readonly versions: OpenApiVersions,
    private readonly sources: ComputedSources,
    private readonly dependencies: SourceDependencies,
  ) {}

  onModuleInit(): void {
    this.sources.register(this);
    const find = this.findStates.bind(this);
    this.dependencies.register({ kind: 'openapi', member: 'spec', find });
  }

  owns(type: string): boolean {
    return type === this.types;
  }

  /** A specification without a version gives an empty page. @throws BadRequest also when the actor may not see it. */
  async plan(
    actor: Actor,
    { organizationId }: ComputedPlace,
    given: unknown,
    at: string,
  ): Promise<PlannedContent> {
    const source = readSource(given, at);
    const slug = source.dependencies.spec.ref.spec;
    await this.requireContent(actor, organizationId, slug, at);
    const content = await this.compute(organizationId, source);
    return {
      source: source as unknown as Json,
      title: (await this.titleOf(organizationId, source)) ?? slug,
      content: content ?? NOTHING,
    };
  }

  /** Makes one of the documents of `plan`. @throws BadRequest as `plan`, and for a missing part. */
  async document(
    actor: Actor,
    { organizationId }: Pick<ComputedPlace, 'organizationId'>,
    given: unknown,
    at: string,
  ): Promise<JSONDocument> {
    const { spec, props } = readDocumentSource(given, at);
    await this.requireContent(actor, organizationId, spec, at);
    const content = await this.compute(organizationId, readSource({ ...(given as object), props: {} }, at));
    const found = props.doc === 'info' ? content : findPart(content?.pages ?? [], props);
    if (!found) throw new BadRequest(`${at}.props: the specification has no such part.`);
    return found.document ?? emptyDocument();
  }

  async refresh(
    { organizationId }: ComputedPlace,
    stored: Json,
    seed: string,
  ): Promise<ComputedContent | null> {
    const source = storedSource(stored);
    const shown = source && (await this.findShown(organizationId, source));
    return shown && shown.state !== seed ? this.compute(organizationId, source) : null;
  }

  private async findStates(
    actor: Actor | null,
    organizationId: string,
    slugs: string[],
  ): Promise<Map<string, object>> {
    const found = actor
      ? [...(await this.specs.findVisible(actor, organizationId, slugs)).values()].map(({ spec }) => spec)
      : await this.records.findAll(organizationId, slugs);
    return new Map(
      found.map(({ id, slug, lastVersionId }) => {
        const lastVersion = lastVersionId === null ? {} : { lastVersion: lastVersionId };
        return [slug, { object: 'openapi-spec', id, slug, ...lastVersion }];
      }),
    );
  }

  /** Computes content from the version that pages show (see `ShownSpec`); null without a version. */
  private async compute(organizationId: string, source: OpenApiSource): Promise<ComputedContent | null> {
    const shown = await this.findShown(organizationId, source);
    const specification = shown && (await this.versions.readSpecification(organizationId, shown.versionId));
    if (!shown || !specification) return null;
    const { slug, isDeleted, state } = shown;
    const { models } = source.props;
    return { seed: state, ...(await generatePages(specification, { slug, models, isDeleted })) };
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

  private async requireContent(
    actor: Actor,
    organizationId: string,
    slug: string,
    at: string,
  ): Promise<SpecView> {
    try {
      return await this.specs.requireSpec(actor, organizationId, slug, 'view');
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
