import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { newId } from '#platform/ids/ids.js';
import type { ProcessingErrorCode, SpecProblem } from '../openapi-spec.entity.js';
import { OpenApiSpecsRepository } from '../openapi-specs.repository.js';
import { OpenApiVersionsRepository } from '../openapi-versions.repository.js';
import type { SpecRecord } from '../openapi.types.js';
import { readSpecification } from './read-specification.js';
import { type Specification, UnreadableSpecification } from './specification.js';

/** Largest source, in bytes. */
export const MAX_SOURCE_SIZE = 10 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 30_000;

export interface ProcessJob {
  organizationId: string;
  specId: string;
  sourceNumber: number;
}

type Read = { source: string; specification: Specification; problems: SpecProblem[] };
type Failure = { code: ProcessingErrorCode; message: string };

/** Fetches and reads the source of a specification, and makes a version of it when it says something new. */
@Injectable()
export class ProcessSpec {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly client: GuardedFetch,
    private readonly specs: OpenApiSpecsRepository,
    private readonly versions: OpenApiVersionsRepository,
  ) {}

  /** Does nothing when the specification is gone or was given another source since. */
  async execute({ organizationId, specId, sourceNumber }: ProcessJob): Promise<void> {
    const source = await this.specs.begin(organizationId, specId, sourceNumber);
    if (!source) return;
    const outcome = await this.read(source);
    await this.db.transaction(async () => {
      const spec = await this.specs.lockById(organizationId, specId);
      if (spec?.sourceNumber !== sourceNumber) return;
      if ('code' in outcome) await this.fail(spec, outcome);
      else await this.succeed(spec, outcome);
    });
  }

  private async read(source: {
    sourceUrl: string | null;
    sourceText: string | null;
  }): Promise<Read | Failure> {
    try {
      const text = source.sourceUrl === null ? (source.sourceText ?? '') : await this.fetch(source.sourceUrl);
      // The database holds no NUL characters, and no specification needs any.
      const clean = text.replaceAll('\0', '');
      return { source: clean, ...(await readSpecification(clean)) };
    } catch (error) {
      if (error instanceof UnreadableSpecification) return { code: 'PARSE_ERROR', message: error.message };
      if (!(error instanceof FetchFailed)) throw error;
      const code = error.reason === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR';
      return { code, message: `The specification could not be fetched: ${error.message}.` };
    }
  }

  private async fetch(url: string): Promise<string> {
    const { bytes } = await this.client.fetchBytes(url, {
      headers: { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' },
      maxBytes: MAX_SOURCE_SIZE,
      timeoutMs: FETCH_TIMEOUT_MS,
    });
    return bytes.toString('utf8');
  }

  private async fail(spec: SpecRecord, { code, message }: Failure): Promise<void> {
    const outcome = { versionId: null, errorCode: code, errors: [{ message, code }] };
    await this.specs.finish(spec, outcome, this.clock.now());
  }

  private async succeed(spec: SpecRecord, { source, specification, problems }: Read): Promise<void> {
    const { organizationId, id: specId, slug, lastVersionId } = spec;
    const now = this.clock.now();
    const sourceHash = createHash('sha256').update(source).digest('hex');
    const known = lastVersionId && (await this.versions.findSourceHash(organizationId, lastVersionId));
    const versionId = known === sourceHash ? null : newId(now.getTime());
    if (versionId !== null) {
      const text = JSON.stringify(specification).replaceAll('\\u0000', '');
      const version = {
        organizationId,
        id: versionId,
        specId,
        sourceHash,
        source,
        specification: text,
        createdAt: now,
      };
      await this.versions.insert(version);
      await this.events.publish('openapi.version-created', { organizationId, specId, slug, versionId });
    }
    await this.specs.finish(spec, { versionId, errorCode: null, errors: problems }, now);
  }
}
