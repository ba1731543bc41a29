import { serializePage } from '#modules/documents/index.js';
import type { TemplatePageResource, TemplateResource } from './template.dto.js';
import type { Template, TemplatePage } from './template.types.js';

/** A template with its pages, so that people can see what they get. */
export function presentTemplate({ id, title, description, slots, pages }: Template): TemplateResource {
  return { object: 'template', id, title, description, slots, pages: pages.map(presentPage) };
}

function presentPage({ title, meta, document, pages }: TemplatePage): TemplatePageResource {
  return { title, markdown: serializePage(meta, document), pages: pages.map(presentPage) };
}
