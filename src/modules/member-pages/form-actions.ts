import type { IncomingMessage } from 'node:http';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { showOrSubmit } from './form-page.js';
import type { MemberRequest } from './member-request.js';

/** One thing that the forms of a page do. */
export interface FormAction {
  /**
   * Carries the form out; answers the address to go on at, where it is not the page itself, or the page to show at once: for what is
   * never to be in an address.
   */
  run: (form: URLSearchParams) => Promise<string | SiteAnswer | undefined | void>;
  /** The sentence that the page shows once it is done. */
  done: string;
}

/** The outcome of the last form, for the page that shows it. */
export interface FormState {
  /** The sentence about the action that was carried out. */
  notice?: string;
  /** The reason why the form was refused. */
  problem?: string;
  /** Fields of the form that was refused, so that nobody types them again. */
  typed?: URLSearchParams;
  /** Status of the page; 200 where it is absent. */
  status?: number;
}

/** A page with forms, each of whose buttons is named `do` and has the name of an action as its value. */
export interface FormPage {
  /** Address of the page, to which it leads back. */
  here: string;
  /** The actions that the member may take, by name. */
  actions: Readonly<Record<string, FormAction>>;
  /** Most bytes of a form; 8 KB where it is absent. */
  limit?: number;
  show: (state: FormState) => Promise<SiteAnswer>;
}

/**
 * Shows a page, or carries out one of its forms and leads back to the page, which then says that it is done. A page whose form was
 * refused is shown again with the reason.
 * @throws NotFound; Forbidden for a form of another site.
 */
export async function answerForms(
  request: Pick<MemberRequest, 'query'>,
  message: IncomingMessage,
  { here, actions, limit, show }: FormPage,
): Promise<SiteAnswer> {
  const find = (name: string | null): FormAction | undefined =>
    name !== null && Object.hasOwn(actions, name) ? actions[name] : undefined;
  return showOrSubmit(
    message,
    (refusal) =>
      show(
        refusal
          ? { problem: refusal.text, typed: refusal.form, status: refusal.status }
          : { notice: find(request.query.get('done'))?.done },
      ),
    async (form) => {
      const name = form.get('do');
      const action = find(name);
      if (!action) throw new BadRequest('The form does not say what to do; press one of its buttons.');
      const next = await action.run(form);
      if (typeof next === 'object') return next;
      return seeOther(next ?? `${here}${here.includes('?') ? '&' : '?'}done=${name}`);
    },
    limit,
  );
}

/** Leads from a form to the page at an address. */
export function seeOther(location: string): SiteAnswer {
  return { kind: 'redirect', status: 303, location, isComplete: true };
}

/** A field of a form without spaces at its ends; empty where it is absent. */
export function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').trim();
}
