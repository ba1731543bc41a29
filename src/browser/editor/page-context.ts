import { api, base } from '../api.js';
import type { PageSaver } from './saving/page-saver.js';
import { contentPath, type EditedPlace, textPath } from './saving/page-source.js';
import type { EditedText } from './edited-text.js';

interface StoredFile {
  id: string;
  name: string;
  downloadURL: string;
  contentType: string;
  size: number;
}

/** The surroundings of the text, for views and menus. Answers of the server are remembered for the visit. */
export class PageContext {
  /** Begins a comment on the selected words; absent until the script for it is there. */
  comment?: () => void;

  private readonly files = new Map<string, Promise<StoredFile | null>>();

  constructor(
    readonly edited: EditedText,
    private readonly saver: Pick<PageSaver, 'place' | 'writablePlace' | 'flush'>,
  ) {}

  /** The content that is edited now: the first edit in a locked space moves into a change request. */
  get place(): EditedPlace {
    return this.saver.place;
  }

  /** The place for a change besides the text; opens a change request where the space is locked. @throws ApiError, Unreachable */
  writablePlace(): Promise<EditedPlace> {
    return this.saver.writablePlace();
  }

  /** Brings to the server what is not there yet. */
  flush(): Promise<void> {
    return this.saver.flush();
  }

  /** Path of the API for the content that is edited. */
  get contentPath(): string {
    return contentPath(this.place);
  }

  /** Path of the API for the text that is edited. */
  get textPath(): string {
    return textPath(this.place, this.edited);
  }

  /** Address of a page of the app about the content that is edited, or about that of another space. */
  appPath(path: string, space = this.place.space): string {
    const { changeRequest } = this.place;
    const isOther = space !== this.place.space || changeRequest === null;
    return `${base}/app/s/${space}${isOther ? '' : `/~/changes/${changeRequest}`}/~/${path}`;
  }

  /** A file of the space; null when it is gone. */
  file(id: string): Promise<StoredFile | null> {
    const known = this.files.get(id);
    if (known) return known;
    const asked = api<StoredFile>(`${this.contentPath}/files/${id}`).catch(() => null);
    this.files.set(id, asked);
    return asked;
  }

  /** Address of an image; null when it is missing. */
  async imageUrl(ref: unknown): Promise<string | null> {
    const { kind, url, file } = (ref ?? {}) as { kind?: string; url?: string; file?: string };
    if (kind === 'url' && url && /^https?:/i.test(url)) return url;
    if (kind !== 'file' || file === undefined) return null;
    return (await this.file(file))?.downloadURL ?? null;
  }
}
