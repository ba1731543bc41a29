import type { ContentRef, JSONDocument, PageMeta } from '#modules/documents/index.js';

/** A place in a template that the caller fills in with a reference. */
export interface TemplateSlot {
  /** Name of the slot in `params.contentRefs`. */
  name: string;
  description: string;
}

export interface TemplatePage {
  title: string;
  meta: PageMeta;
  /** Its text; references to `ref:<name>` are slots. */
  document: JSONDocument;
  /** File in the library, relative to the template's folder: what links between pages name. */
  file: string;
  pages: TemplatePage[];
}

/** A page, or a tree of pages, to start from. */
export interface Template {
  id: string;
  title: string;
  description: string;
  slots: TemplateSlot[];
  pages: TemplatePage[];
}

/** References by the name of the slot they fill. */
export type SlotReferences = Record<string, ContentRef>;
