import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeRequestParams } from '#modules/change-requests/index.js';
import { SpaceParams } from '#modules/spaces/index.js';
import { TextField } from '#platform/http/fields.js';
import { textEditingRoutes } from './text-editing.routes.js';

const PAGE = { max: 64, description: 'Id of the page' };
const PATH = 'content/page/:pageId';

class PageParams extends SpaceParams {
  @TextField(PAGE)
  pageId: string;
}

class PageOfChangeRequestParams extends ChangeRequestParams {
  @TextField(PAGE)
  pageId: string;
}

/** Editing the pages of a space. */
@ApiTags('editing')
@Controller('v1/spaces/:spaceId')
export class PageEditingController extends textEditingRoutes(PageParams, PATH, {
  notePresence: [
    'notePresenceInPage',
    'Say where you are in a page of a space, and hear who else is there and whether the page has changed',
  ],
  leave: ['leavePage', 'Say that you have closed a page of a space'],
  drawBlocks: ['drawBlocksOfPage', 'Draw blocks of a page of a space as HTML, as readers see them'],
  readBlocks: ['readBlocksOfPage', 'Read Markdown as blocks for a page of a space, without saving them'],
  writeMarkdown: [
    'writeMarkdownOfPage',
    'Write a document of a page of a space as Markdown, without saving it',
  ],
}) {}

/** Editing the pages of a change request. */
@ApiTags('editing')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class ChangeRequestPageEditingController extends textEditingRoutes(PageOfChangeRequestParams, PATH, {
  notePresence: [
    'notePresenceInPageOfChangeRequest',
    'Say where you are in a page of a change request, and hear who else is there and whether the page has changed',
  ],
  leave: ['leavePageOfChangeRequest', 'Say that you have closed a page of a change request'],
  drawBlocks: [
    'drawBlocksOfPageOfChangeRequest',
    'Draw blocks of a page of a change request as HTML, as readers see them',
  ],
  readBlocks: [
    'readBlocksOfChangeRequestPage',
    'Read Markdown as blocks for a page of a change request, without saving them',
  ],
  writeMarkdown: [
    'writeMarkdownOfChangeRequestPage',
    'Write a document of a page of a change request as Markdown, without saving it',
  ],
}) {}
