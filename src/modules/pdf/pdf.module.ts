import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { ContentModule } from '#modules/content/index.js';
import { OpenApiModule } from '#modules/openapi/index.js';
import { PublishingModule } from '#modules/publishing/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { BookLoader } from './book/book-loader.js';
import { Typesetter } from './engine/typesetter.js';
import { MakePdf } from './make-pdf.js';
import { PdfController } from './pdf.controller.js';
import { PdfDownloads } from './pdf-downloads.js';
import { PdfExports } from './pdf-exports.service.js';
import { PdfExportsRepository } from './pdf-exports.repository.js';
import { PdfJobs } from './pdf.jobs.js';
import { SitePdf } from './site-pdf.js';
import { PdfLinks } from './pdf-links.js';

/** Contents as PDF files. */
@Module({
  imports: [
    StorageModule,
    ContentModule,
    UsersModule,
    OpenApiModule,
    SpacesModule,
    SpaceContentModule,
    ChangeRequestsModule,
    SitesModule,
    PublishingModule,
  ],
  controllers: [PdfController],
  providers: [
    BookLoader,
    MakePdf,
    PdfDownloads,
    PdfExports,
    PdfExportsRepository,
    PdfJobs,
    PdfLinks,
    SitePdf,
    Typesetter,
  ],
  exports: [PdfExports],
})
export class PdfModule {}
