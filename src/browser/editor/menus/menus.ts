import type { Plugin } from 'prosemirror-state';
import type { PageContext } from '../page-context.js';
import { peoplePlugin } from '../saving/people-decorations.js';
import { threadMarks } from '../threads/thread-marks.js';
import { blockHandle } from './block-handle.js';
import { bubbleBar } from './bubble-bar.js';
import { linkOpener } from './link-form.js';
import { mentionMenu } from './mention-menu.js';
import { slashMenu } from './slash-menu.js';
import { SlashCommands } from './slash-commands.js';
import { pasteFiles } from '../editing/paste-files.js';
import { tableBar } from './table-bar.js';

/** The plugins that show menus beside the text, and those that take what is pasted and dropped. */
export function menuPlugins(context: PageContext): Plugin[] {
  const commands = new SlashCommands(context);
  return [
    slashMenu(context, (query, redraw) => commands.find(query, redraw)),
    mentionMenu(context),
    linkOpener(context),
    bubbleBar(context),
    tableBar(),
    blockHandle(context),
    pasteFiles(context),
    peoplePlugin(),
    threadMarks(),
  ];
}
