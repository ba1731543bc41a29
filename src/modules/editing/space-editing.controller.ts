import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SpaceParams } from '#modules/spaces/index.js';
import { editingRoutes } from './editing.routes.js';

/** Editing the current content of a space. */
@ApiTags('editing')
@Controller('v1/spaces/:spaceId')
export class SpaceEditingController extends editingRoutes(SpaceParams, {
  notePresence: [
    'notePresenceInPage',
    'Say where you are in a page of a space, and hear who else is there and whether the page has changed',
  ],
  drawBlocks: ['drawBlocksOfPage', 'Draw blocks of a page of a space as HTML, as readers see them'],
  history: ['listPageHistory', 'The revisions of a space that changed a page, newest first'],
  deletedPages: [
    'listDeletedPages',
    'The pages that were deleted from a space, and the revisions that still have them',
  ],
  readBlocks: ['readBlocksOfPage', 'Read Markdown as blocks for a page of a space, without saving them'],
  writeMarkdown: [
    'writeMarkdownOfPage',
    'Write a document of a page of a space as Markdown, without saving it',
  ],
  leave: ['leavePage', 'Say that you have closed a page of a space'],
}) {}
