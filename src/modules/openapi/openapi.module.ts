import { Module } from '@nestjs/common';
import { ContentModule } from '#modules/content/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { OpenApiBlocks } from './blocks/openapi-blocks.js';
import { OpenApiContent } from './computed/openapi-content.js';
import { OpenApiSpecsController } from './openapi-specs.controller.js';
import { OpenApiSpecsRepository } from './openapi-specs.repository.js';
import { OpenApiSpecs } from './openapi-specs.service.js';
import { OpenApiVersionsController } from './openapi-versions.controller.js';
import { OpenApiVersionsRepository } from './openapi-versions.repository.js';
import { SpecOperations } from './listing/spec-operations.js';
import { OpenApiVersions } from './openapi-versions.service.js';
import { FileSpecificationReader, FileSpecifications } from './processing/file-specifications.js';
import { OpenApiJobs } from './processing/openapi.jobs.js';
import { ProcessSpec } from './processing/process-spec.js';
import { SourceFetch } from './processing/source-fetch.js';
import { SpecificationReader } from './processing/specification-reader.js';

/** OpenAPI specifications of organizations, and the pages computed from them. */
@Module({
  imports: [ContentModule, StorageModule],
  controllers: [OpenApiSpecsController, OpenApiVersionsController],
  providers: [
    OpenApiSpecsRepository,
    OpenApiVersionsRepository,
    OpenApiSpecs,
    OpenApiVersions,
    SpecOperations,
    OpenApiContent,
    OpenApiBlocks,
    SourceFetch,
    SpecificationReader,
    FileSpecificationReader,
    FileSpecifications,
    ProcessSpec,
    OpenApiJobs,
  ],
  exports: [OpenApiSpecs, OpenApiVersions, OpenApiBlocks],
})
export class OpenApiModule {}
