import { Module } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { ContentModule } from '#modules/content/index.js';
import { PublishingModule } from '#modules/publishing/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { UsersModule } from '#modules/users/index.js';
import { ChangeRequestEditingController } from './change-request-editing.controller.js';
import { ContentPlaces } from './content-places.js';
import { DrawBlocks } from './drawing/draw-blocks.js';
import { AuthoredHistory } from './history/authored-history.js';
import { IconsController } from './icons/icons.controller.js';
import { PagePresence } from './presence/page-presence.service.js';
import { PresenceJobs } from './presence/presence.jobs.js';
import { PresencesRepository } from './presence/presences.repository.js';
import { SpaceEditingController } from './space-editing.controller.js';
import { OtherContentsRepository } from './targets/other-contents.repository.js';
import { TargetsController } from './targets/targets.controller.js';

/** Help for editors beside the content itself: it says who is where in a page, draws blocks, finds icons and reads the history of pages, and finds what texts can name. */
@Module({
  imports: [
    AccessModule,
    ContentModule,
    SpacesModule,
    UsersModule,
    SpaceContentModule,
    ChangeRequestsModule,
    SitesModule,
    PublishingModule,
  ],
  controllers: [SpaceEditingController, ChangeRequestEditingController, IconsController, TargetsController],
  providers: [
    AuthoredHistory,
    ContentPlaces,
    DrawBlocks,
    OtherContentsRepository,
    PagePresence,
    PresencesRepository,
    PresenceJobs,
  ],
})
export class EditingModule {}
