import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LinksQuery, SpaceLinksParams } from './link.dto.js';
import { linkRoutes } from './link.routes.js';

const PLACE = { params: SpaceLinksParams, query: LinksQuery };

/** Links in the current content of a space. */
@ApiTags('links')
@Controller('v1/spaces/:spaceId')
export class SpaceLinksController extends linkRoutes(PLACE, {
  list: ['listSpaceLinks', 'List the links of a space, with their status'],
  listOfPage: ['listPageLinksInSpace', 'List the links of a page'],
  listPageBacklinks: [
    'listSpacePageBacklinks',
    'List the links to a page, in its space and in other spaces you can see',
  ],
  listFileBacklinks: ['listSpaceFileBacklinks', 'List the uses of a file'],
}) {}
