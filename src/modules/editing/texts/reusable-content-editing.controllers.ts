import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangeRequestParams } from '#modules/change-requests/index.js';
import { SpaceParams } from '#modules/spaces/index.js';
import { TextField } from '#platform/http/fields.js';
import { textEditingRoutes } from './text-editing.routes.js';

const REUSABLE = { max: 128, description: 'Id of the reusable content' };
const PATH = 'content/reusable-contents/:reusableContentId';

class ReusableContentParams extends SpaceParams {
  @TextField(REUSABLE)
  reusableContentId: string;
}

class ReusableContentOfChangeRequestParams extends ChangeRequestParams {
  @TextField(REUSABLE)
  reusableContentId: string;
}

/** Editing the reusable contents of a space. */
@ApiTags('editing')
@Controller('v1/spaces/:spaceId')
export class ReusableContentEditingController extends textEditingRoutes(ReusableContentParams, PATH, {
  notePresence: [
    'notePresenceInReusableContent',
    'Say where you are in a reusable content of a space, and hear who else is there and whether it has changed',
  ],
  leave: ['leaveReusableContent', 'Say that you have closed a reusable content of a space'],
  drawBlocks: [
    'drawBlocksOfReusableContent',
    'Draw blocks of a reusable content of a space as HTML, as readers see them',
  ],
  readBlocks: [
    'readBlocksOfReusableContent',
    'Read Markdown as blocks for a reusable content of a space, without saving them',
  ],
  writeMarkdown: [
    'writeMarkdownOfReusableContent',
    'Write a document of a reusable content of a space as Markdown, without saving it',
  ],
}) {}

/** Editing the reusable contents of a change request. */
@ApiTags('editing')
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
export class ChangeRequestReusableContentEditingController extends textEditingRoutes(
  ReusableContentOfChangeRequestParams,
  PATH,
  {
    notePresence: [
      'notePresenceInReusableContentOfChangeRequest',
      'Say where you are in a reusable content of a change request, and hear who else is there and whether it has changed',
    ],
    leave: [
      'leaveReusableContentOfChangeRequest',
      'Say that you have closed a reusable content of a change request',
    ],
    drawBlocks: [
      'drawBlocksOfReusableContentOfChangeRequest',
      'Draw blocks of a reusable content of a change request as HTML, as readers see them',
    ],
    readBlocks: [
      'readBlocksOfReusableContentOfChangeRequest',
      'Read Markdown as blocks for a reusable content of a change request, without saving them',
    ],
    writeMarkdown: [
      'writeMarkdownOfReusableContentOfChangeRequest',
      'Write a document of a reusable content of a change request as Markdown, without saving it',
    ],
  },
) {}
