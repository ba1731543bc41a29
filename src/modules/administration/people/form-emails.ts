import { isEmailAddress, normalizeEmail } from '#modules/users/index.js';
import { BadRequest } from '#platform/http/errors.js';

/** The mail addresses of a form, which stand on lines of their own or between commas. @throws BadRequest naming the one that is wrong */
export function readEmails(form: URLSearchParams): string[] {
  const emails = (form.get('emails') ?? '').split(/[\s,;]+/).filter((email) => email !== '');
  if (emails.length === 0) throw new BadRequest('Mail addresses: write at least one.');
  const wrong = emails.find((email) => !isEmailAddress(normalizeEmail(email)));
  if (wrong !== undefined) throw new BadRequest(`"${wrong}" is not a mail address; nobody was invited.`);
  return emails;
}
