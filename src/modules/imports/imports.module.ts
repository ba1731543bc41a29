import { Module, type OnModuleInit } from '@nestjs/common';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { ContentModule, RevisionReferences } from '#modules/content/index.js';
import { GitModule } from '#modules/git/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { AnnounceUploadsController } from './announce-uploads.controller.js';
import { Converters } from './conversion/converter.js';
import { ReadFiles } from './files/read-files.js';
import { ImportWorker } from './import-worker.js';
import { ImportsController } from './imports.controller.js';
import { ImportsJobs } from './imports.jobs.js';
import { ImportsRepository } from './imports.repository.js';
import { Imports } from './imports.service.js';
import { LandImport } from './land-import.js';
import { ReadWebsite } from './website/read-website.js';

/** Content from elsewhere: websites, and files in other formats than a Git folder. */
@Module({
  imports: [
    StorageModule,
    ContentModule,
    UsersModule,
    SpacesModule,
    SpaceContentModule,
    ChangeRequestsModule,
    GitModule,
  ],
  controllers: [ImportsController, AnnounceUploadsController],
  providers: [
    ImportsRepository,
    Converters,
    ReadFiles,
    ReadWebsite,
    LandImport,
    ImportWorker,
    Imports,
    ImportsJobs,
  ],
  exports: [Imports],
})
export class ImportsModule implements OnModuleInit {
  constructor(
    private readonly revisions: RevisionReferences,
    private readonly imports: ImportsRepository,
  ) {}

  onModuleInit(): void {
    this.revisions.find.register((organizationId, ids) => this.imports.findReferenced(organizationId, ids));
  }
}
