import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import { newId } from '#platform/ids/ids.js';
import type { ProcessingErrorCode } from '../openapi-spec.entity.js';
import { OpenApiSpecsRepository } from '../openapi-specs.repository.js';
import { OpenApiVersionsRepository } from '../openapi-versions.repository.js';
import type { SourceState, SpecRecord, WaitingSource } from '../openapi.types.js';
import { SourceFetch, SourceNotFetched } from './source-fetch.js';
import { type ReadSpecification, SpecificationReader } from './specification-reader.js';
import { UnreadableSpecification } from './specification.js';

export interface ProcessJob {
  organizationId: string;
  specId: string;
  sourceNumber: number;
}

type Read = ReadSpecification & { source: string; state: SourceState | null };
type Failure = { code: ProcessingErrorCode; message: string };

/** Fetches and reads the source of a specification, and creates a version when the content changed. */
@Injectable()
export class ProcessSpec {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly sources: SourceFetch,
    private readonly reader: SpecificationReader,
    private readonly specs: OpenApiSpecsRepository,
    private readonly versions: OpenApiVersionsRepository,
  ) {}

  /** Does nothing when the specification was deleted or has got another source since. */
  async execute({ organizationId, specId, sourceNumber }: ProcessJob): Promise<void> {
    const source = await this.specs.begin(organizationId, specId, sourceNumber);
    if (!source) return;
    const outcome = await this.read(source);
    await this.db.transaction(async () => {
      const spec = await this.specs.lockById(organizationId, specId);
      if (spec?.sourceNumber !== sourceNumber) return;
      if (outcome === null) await this.specs.finishUnchanged(spec, this.clock.now());
      else if ('code' in outcome) await this.fail(spec, outcome);
      else await this.succeed(spec, outcome);
    });
  }

  /** Null when the server answers that the source did not change. */
  private async read(waiting: WaitingSource): Promise<Read | Failure | null> {
    try {
      const { url, text } = waiting;
      const fetched = url === null ? null : await this.sources.fetch(url, waiting);
      if (url !== null && !fetched) return null;
      // The database accepts no NUL characters, and no specification needs any.
      const source = (fetched?.text ?? text ?? '').replaceAll('\0', '');
      const read = await this.reader.read(source, fetched?.url, this.sources.filesOf(source));
      // The files that the source refers to may change although the source does not.
      return { ...read, source, state: read.hasFiles ? null : fetched };
    } catch (error) {
      if (error instanceof UnreadableSpecification) return { code: 'PARSE_ERROR', message: error.message };
      if (error instanceof SourceNotFetched) return { code: error.code, message: error.message };
      throw error;
    }
  }

  /** Keeps the previous version. The whole source is fetched next time: the error may come from elsewhere. */
  private async fail(spec: SpecRecord, { code, message }: Failure): Promise<void> {
    const outcome = {
      versionId: null,
      errorCode: code,
      errors: [{ message, code }],
      errorCount: 1,
      state: null,
    };
    await this.specs.finish(spec, outcome, this.clock.now());
  }

  private async succeed(spec: SpecRecord, read: Read): Promise<void> {
    const { organizationId, id: specId, slug, lastVersionId } = spec;
    const { json, hash, source, problems, problemCount, state } = read;
    const now = this.clock.now();
    const known = lastVersionId && (await this.versions.findSourceHash(organizationId, lastVersionId));
    const versionId = known === hash ? null : newId(now.getTime());
    if (versionId !== null) {
      const id = { organizationId, id: versionId, specId };
      await this.versions.insert({ ...id, sourceHash: hash, source, specification: json, createdAt: now });
      await this.specs.deleteShown(organizationId, slug);
      await this.events.publish('openapi.version-created', { organizationId, specId, slug, versionId });
    }
    const outcome = { versionId, errorCode: null, errors: problems, errorCount: problemCount, state };
    await this.specs.finish(spec, outcome, now);
  }
}
