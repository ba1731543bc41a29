import type { EditorView } from 'prosemirror-view';
import { api } from '../../api.js';
import { newId } from '../document/index.js';
import { blockAround } from '../editing/commands.js';
import type { EditorBar } from '../editor-bar.js';
import type { EditedText } from '../edited-text.js';
import type { PageSaver } from './page-saver.js';
import { type Presence, textPath } from './page-source.js';
import { showPeople } from './people-decorations.js';

interface PresenceAnswer {
  /** The newest revision of the content. */
  revision: string;
  /** Another one whenever the page changes. */
  version: string;
  people: Presence[];
}

/** Others are to see within 2 s what somebody wrote; a hidden tab has time. */
const VISIBLE = 800;
const HIDDEN = 15_000;

/** Says regularly that the person is here, and brings in what others wrote. */
export class PresencePoll {
  /** Tells the windows of one person apart. */
  private readonly client = newId();
  private version: string | null = null;

  constructor(
    private readonly saver: PageSaver,
    private readonly view: EditorView,
    private readonly edited: EditedText,
    private readonly bar: EditorBar,
  ) {}

  start(): void {
    void this.ask();
    addEventListener('pagehide', () => void this.leave());
  }

  private async ask(): Promise<void> {
    try {
      const answer = await api<PresenceAnswer>(this.path, {
        method: 'PUT',
        body: {
          client: this.client,
          block: (blockAround(this.view.state)?.node.attrs['key'] as string | null) ?? null,
        },
      });
      this.bar.showPeople(answer.people);
      showPeople(this.view, answer.people);
      await this.follow(answer);
    } catch {
      // The saver says when the server is away.
    }
    setTimeout(() => void this.ask(), document.visibilityState === 'hidden' ? HIDDEN : VISIBLE);
  }

  private async follow({ revision, version }: PresenceAnswer): Promise<void> {
    if (this.saver.isPending) return;
    const isOwn = revision === this.saver.revision;
    const isNew = version !== this.version;
    this.version = version;
    if (isNew && !isOwn) await this.saver.pull();
  }

  private async leave(): Promise<void> {
    await api(this.path, { method: 'DELETE', query: { client: this.client }, keepalive: true }).catch(
      () => undefined,
    );
  }

  private get path(): string {
    return `${textPath(this.saver.place, this.edited)}/presence`;
  }
}
