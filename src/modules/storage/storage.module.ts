import { Module } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { BlobReferences } from './blob-references.js';
import { BlobsRepository } from './blobs.repository.js';
import { Downloads } from './downloads.js';
import { FilesController } from './files.controller.js';
import { InstallationSecrets } from './installation-secrets.repository.js';
import { SignedUrls } from './signed-urls.js';
import { StorageJobs } from './storage.jobs.js';
import { BLOB_BACKEND, Storage } from './storage.js';
import { createBackend } from './stored-files.js';
import { UploadsController } from './uploads/uploads.controller.js';
import { UploadsJobs } from './uploads/uploads.jobs.js';
import { UploadsRepository } from './uploads/uploads.repository.js';
import { Uploads } from './uploads/uploads.service.js';

/** Files: their bytes, their upload and download addresses, and the removal of those nobody needs. */
@Module({
  controllers: [FilesController, UploadsController],
  providers: [
    { provide: BLOB_BACKEND, inject: [Config], useFactory: createBackend },
    BlobsRepository,
    BlobReferences,
    InstallationSecrets,
    Downloads,
    SignedUrls,
    Storage,
    StorageJobs,
    UploadsRepository,
    Uploads,
    UploadsJobs,
  ],
  exports: [Storage, Downloads, SignedUrls, BlobReferences, InstallationSecrets, Uploads],
})
export class StorageModule {}
