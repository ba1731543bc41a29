import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeRequestParams } from '#modules/change-requests/index.js';
import { SpaceParams } from '#modules/spaces/index.js';
import { historyRoutes } from './history.routes.js';

/** The history of the pages of a space. */
@ApiTags('editing')
@Controller('v1/spaces/:spaceId')
export class SpaceHistoryController extends historyRoutes(SpaceParams, {
  history: ['listPageHistory', 'The revisions of a space that changed a page, newest first'],
  deletedPages: [
    'listDeletedPages',
    'The pages that were deleted from a space, and the revisions that still have them',
  ],
}) {}

/** The history of the pages of a change request. */
@ApiTags('editing')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class ChangeRequestHistoryController extends historyRoutes(ChangeRequestParams, {
  history: [
    'listPageHistoryInChangeRequest',
    'The revisions of a change request that changed a page, newest first',
  ],
  deletedPages: [
    'listDeletedPagesInChangeRequest',
    'The pages that a change request deletes, and the revisions that still have them',
  ],
}) {}
