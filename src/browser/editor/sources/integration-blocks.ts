import { NodeSelection } from 'prosemirror-state';
import { api } from '../../api.js';
import { schema } from '../document/index.js';
import { insertBlocks } from '../editing/commands.js';
import type { SlashEntry } from '../menus/slash-menu.js';
import type { PageContext } from '../page-context.js';

interface Installed {
  name: string;
  blocks: { id: string; title: string; description?: string }[];
}

type Entry = SlashEntry & { words: string };

/** Entries of the slash menu for the blocks of the integrations that work in the space, which are asked for once. */
export class IntegrationEntries {
  private entries: readonly Entry[] | null = null;

  constructor(
    private readonly context: PageContext,
    /** Opens the settings of the block at a position. */
    private readonly onInsert: (at: number, view: Parameters<SlashEntry['run']>[0]) => void,
  ) {}

  /** The entries that are known; `redraw` is called when there are others. */
  list(redraw: () => void): readonly Entry[] {
    if (this.entries === null) {
      this.entries = [];
      void this.read().then(redraw, () => (this.entries = null));
    }
    return this.entries;
  }

  private async read(): Promise<void> {
    const installed = await api<Installed[]>(`/spaces/${this.context.place.space}/integration-blocks`);
    this.entries = installed.flatMap(({ name, blocks }) =>
      blocks.map(({ id, title, description = '' }) => ({
        title,
        detail: description || `Block of ${name}`,
        words: `${name} ${id} integration`,
        run: (view) => {
          const node = schema.nodes['integration']!.create({
            data: { integration: name, block: id, props: {} },
          });
          insertBlocks([node])(view.state, view.dispatch);
          const { selection } = view.state;
          if (selection instanceof NodeSelection) this.onInsert(selection.from, view);
        },
      })),
    );
  }
}
