import { Module } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { ContentModule } from '#modules/content/index.js';
import { PublishingModule } from '#modules/publishing/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { UsersModule } from '#modules/users/index.js';
import { ContentPlaces } from './content-places.js';
import { DrawBlocks } from './drawing/draw-blocks.js';
import { AuthoredHistory } from './history/authored-history.js';
import { ChangeRequestHistoryController, SpaceHistoryController } from './history/history.controllers.js';
import { IconsController } from './icons/icons.controller.js';
import { TextPresence } from './presence/text-presence.js';
import { PresenceJobs } from './presence/presence.jobs.js';
import { PresencesRepository } from './presence/presences.repository.js';
import { OtherContentsRepository } from './targets/other-contents.repository.js';
import { TargetsController } from './targets/targets.controller.js';
import { EditedTexts } from './texts/edited-texts.js';
import {
  ChangeRequestPageEditingController,
  PageEditingController,
} from './texts/page-editing.controllers.js';
import {
  ChangeRequestReusableContentEditingController,
  ReusableContentEditingController,
} from './texts/reusable-content-editing.controllers.js';

/** Help for editors beside the content itself: it says who is where in a text, draws blocks, finds icons and reads the history of pages, and finds what texts can name. */
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
  controllers: [
    PageEditingController,
    ChangeRequestPageEditingController,
    ReusableContentEditingController,
    ChangeRequestReusableContentEditingController,
    SpaceHistoryController,
    ChangeRequestHistoryController,
    IconsController,
    TargetsController,
  ],
  providers: [
    AuthoredHistory,
    ContentPlaces,
    DrawBlocks,
    EditedTexts,
    OtherContentsRepository,
    TextPresence,
    PresencesRepository,
    PresenceJobs,
  ],
})
export class EditingModule {}
