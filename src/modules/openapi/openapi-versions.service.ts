import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { OpenApiSpecsRepository } from './openapi-specs.repository.js';
import { OpenApiSpecs } from './openapi-specs.service.js';
import { OpenApiVersionsRepository } from './openapi-versions.repository.js';
import type { ShownSpec, SpecRecord, VersionRecord } from './openapi.types.js';
import type { Specification } from './processing/specification.js';

/** Characters of JSON that are cached in parsed form. */
const CACHED_SIZE = 20_000_000;

/** A version with its specification. */
export interface VersionView {
  spec: SpecRecord;
  version: VersionRecord;
}

/** Reads the versions of specifications. */
@Injectable()
export class OpenApiVersions {
  private readonly parsed = new LRUCache<string, { specification: Specification; size: number }>({
    maxSize: CACHED_SIZE,
    sizeCalculation: ({ size }) => Math.max(size, 1),
  });

  constructor(
    private readonly access: OpenApiSpecs,
    private readonly specs: OpenApiSpecsRepository,
    private readonly versions: OpenApiVersionsRepository,
  ) {}

  /** Lists the versions, newest first. @throws NotFound */
  async list(
    actor: Actor,
    organizationId: string,
    slug: string,
    page: PageRequest,
  ): Promise<Page<VersionView>> {
    const { spec } = await this.access.requireSpec(actor, organizationId, slug, 'view');
    const found = await this.versions.list(organizationId, spec.id, page);
    return { ...found, items: found.items.map((version) => ({ spec, version })) };
  }

  /** @param versionId the newest version when absent. @throws NotFound */
  async get(actor: Actor, organizationId: string, slug: string, versionId?: string): Promise<VersionView> {
    const { spec } = await this.access.requireSpec(actor, organizationId, slug, 'view');
    return this.versionOf(spec, versionId);
  }

  /** Returns the newest version of a public specification. @throws NotFound */
  async getPublic(organizationId: string, slug: string): Promise<VersionView> {
    const spec = await this.specs.find(organizationId, slug);
    if (spec?.visibility !== 'public') throw new NotFound('OpenAPI specification');
    return this.versionOf(spec, undefined);
  }

  /** Finds the versions that pages show, by slug, for modules that have authorised; specifications without one are missing. */
  async findShown(organizationId: string, slugs: Iterable<string>): Promise<Map<string, ShownSpec>> {
    const wanted = [...new Set(slugs)];
    if (wanted.length === 0) return new Map();
    return bySlug(await this.specs.listShown(organizationId, wanted));
  }

  /** Finds the versions that pages show of all specifications of an organization, by slug. */
  async findAllShown(organizationId: string): Promise<Map<string, ShownSpec>> {
    return bySlug(await this.specs.listShown(organizationId, null));
  }

  /** Reads a version; null when it was deleted. The object is shared: copy it before changing. */
  async readSpecification(organizationId: string, versionId: string): Promise<Specification | null> {
    const key = `${organizationId}:${versionId}`;
    const known = this.parsed.get(key);
    if (known) return known.specification;
    const text = await this.readText(organizationId, versionId);
    if (text === null) return null;
    const specification = JSON.parse(text) as Specification;
    this.parsed.set(key, { specification, size: text.length });
    return specification;
  }

  /** Reads a version as JSON; null when it was deleted. */
  readText(organizationId: string, versionId: string): Promise<string | null> {
    return this.versions.readSpecification(organizationId, versionId);
  }

  /** Reads a version as JSON in one piece, so that a large one is passed on without parsing. @throws NotFound */
  async readJson({ version }: VersionView): Promise<string> {
    const text = await this.versions.readSpecification(version.organizationId, version.id);
    if (text === null) throw new NotFound('OpenAPI specification version');
    return text;
  }

  /** Reads the source as it was sent or fetched. @throws NotFound */
  async readSource({ version }: VersionView): Promise<string> {
    const source = await this.versions.readSource(version.organizationId, version.id);
    if (source === null) throw new NotFound('OpenAPI specification version');
    return source;
  }

  private async versionOf(spec: SpecRecord, versionId: string | undefined): Promise<VersionView> {
    const id = versionId ?? spec.lastVersionId;
    const version = id === null ? null : await this.versions.find(spec.organizationId, spec.id, id);
    if (!version) throw new NotFound('OpenAPI specification version');
    return { spec, version };
  }
}

function bySlug(found: readonly ShownSpec[]): Map<string, ShownSpec> {
  return new Map(found.map((shown) => [shown.slug, shown]));
}
