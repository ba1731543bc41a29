import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeRequestParams } from '#modules/change-requests/index.js';
import { ChangeRequestLinksQuery } from './link.dto.js';
import { linkRoutes } from './link.routes.js';

const PLACE = { params: ChangeRequestParams, query: ChangeRequestLinksQuery };

/** Links in the content of a change request. */
@ApiTags('links')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class ChangeRequestLinksController extends linkRoutes(PLACE, {
  list: ['listChangeRequestLinks', 'List the links of a change request, with their status'],
  listOfPage: ['listPageLinksInChangeRequest', 'List the links of a page of a change request'],
  listPageBacklinks: [
    'listChangeRequestPageBacklinks',
    'List the links to a page of a change request, in the request and in other spaces you can see',
  ],
  listFileBacklinks: ['listChangeRequestFileBacklinks', 'List the uses of a file of a change request'],
}) {}
