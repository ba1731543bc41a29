import type { Grantee } from '#modules/access/index.js';
import { BadRequest } from '#platform/http/errors.js';

/** A user or team as forms and addresses of share pages write it. */
export function granteeText({ kind, id }: Grantee): string {
  return `${kind}:${id}`;
}

/** The user or team of a text that {@link granteeText} made; null for anything else. */
export function readGrantee(text: string | null): Grantee | null {
  const [, kind, id] = /^(user|team):(.{1,255})$/.exec(text ?? '') ?? [];
  return kind === undefined || id === undefined ? null : { kind: kind as Grantee['kind'], id };
}

/** The same for a form. @throws BadRequest */
export function requireGrantee(form: URLSearchParams): Grantee {
  const grantee = readGrantee(form.get('who'));
  if (grantee === null) throw new BadRequest('The form does not say whom it is about; reload the page.');
  return grantee;
}
