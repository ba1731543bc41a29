/** Result of converting a file of an import, beside the Markdown that was written. */
export interface ConvertedFile {
  /** Parts of the file that could not be converted. */
  notes: string[];
  /** Files that came out of it, beside its own. */
  added: string[];
}

/** Facts about a page of a website that an import needs before it takes the page. */
export interface PageFacts {
  /** Addresses of pages of the import that it links to or sends its readers on to, in reading order. */
  links: string[];
  /** True for a page that redirects by itself. */
  leadsOn: boolean;
  /** True when the page has any text to read. */
  hasText: boolean;
  /** The same for pages with the same text; absent where there is too little of it to tell. */
  digest?: string;
}

/** Addresses of the pages of an import. */
export interface SiteAddresses {
  /** Address that the import starts from. */
  start: string;
  /** Markdown file of each page by its key. */
  files: ReadonlyMap<string, string>;
  /** The key of the page that another key stands for. */
  aliases: ReadonlyMap<string, string>;
}

/** A page of a website to be written as Markdown. */
export interface SitePageTask {
  /** File with the HTML. */
  source: string;
  /** File to write. */
  target: string;
  address: string;
  key: string;
  site: SiteAddresses;
  /** Paths of images that were brought in, by their addresses. */
  images: ReadonlyMap<string, string>;
}

export type ConversionTask =
  | { type: 'file'; root: string; path: string; target: string }
  | { type: 'facts'; html: string; address: string; start: string }
  | { type: 'images'; source: string; address: string }
  | ({ type: 'page' } & SitePageTask);

/** Outcome of a task; a sentence for unreadable sources, the error as text for unexpected failures. */
export type ConversionAnswer = { result: unknown } | { unreadable: string } | { failure: string };
