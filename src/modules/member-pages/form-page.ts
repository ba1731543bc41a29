import type { IncomingMessage } from 'node:http';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { DomainError, NotFound } from '#platform/http/errors.js';
import { readOwnForm } from './forms.js';

/** The reason why a form was refused, and its status. */
export interface Refusal {
  text: string;
  status: number;
  /** The form, so that nobody types it again. */
  form: URLSearchParams;
}

/**
 * Shows a page, or carries out a form of it. A page whose form was refused is shown again with the reason.
 * @param limit bytes of the form; 8 KB where it is absent.
 * @throws NotFound, Forbidden for a form of another site.
 */
export async function showOrSubmit(
  message: IncomingMessage,
  show: (refusal?: Refusal) => Promise<SiteAnswer>,
  submit: (form: URLSearchParams) => Promise<SiteAnswer>,
  limit?: number,
): Promise<SiteAnswer> {
  if (message.method !== 'POST') return show();
  const form = await readOwnForm(message, limit);
  try {
    return await submit(form);
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
    return show({ text: error.message, status: error.status, form });
  }
}
