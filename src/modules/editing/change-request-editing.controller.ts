import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeRequestParams } from '#modules/change-requests/index.js';
import { editingRoutes } from './editing.routes.js';

/** Editing the content of a change request. */
@ApiTags('editing')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class ChangeRequestEditingController extends editingRoutes(ChangeRequestParams, {
  notePresence: [
    'notePresenceInPageOfChangeRequest',
    'Say where you are in a page of a change request, and hear who else is there and whether the page has changed',
  ],
  drawBlocks: [
    'drawBlocksOfPageOfChangeRequest',
    'Draw blocks of a page of a change request as HTML, as readers see them',
  ],
  history: [
    'listPageHistoryInChangeRequest',
    'The revisions of a change request that changed a page, newest first',
  ],
  deletedPages: [
    'listDeletedPagesInChangeRequest',
    'The pages that a change request deletes, and the revisions that still have them',
  ],
  readBlocks: [
    'readBlocksOfChangeRequestPage',
    'Read Markdown as blocks for a page of a change request, without saving them',
  ],
  writeMarkdown: [
    'writeMarkdownOfChangeRequestPage',
    'Write a document of a page of a change request as Markdown, without saving it',
  ],
  leave: ['leavePageOfChangeRequest', 'Say that you have closed a page of a change request'],
}) {}
