import type { Mail } from '#platform/mail/mailer.js';

/** Content of the mail with the link. It is not a notification, so it has no link to unsubscribe. */
export function signInMail(
  email: string,
  url: string,
  { host, minutes }: { host: string; minutes: number },
): Pick<Mail, 'to' | 'subject' | 'content'> {
  const content = {
    title: `Sign in to Bindery`,
    paragraphs: [
      `Somebody, hopefully you, asked to sign in to ${host} as ${email}.`,
      `The link works once, in the next ${minutes} minutes.`,
    ],
    action: { label: 'Sign in', url },
    footer: ['If it was not you, do nothing: nobody can sign in without this mail. Never pass it on.'],
  };
  return {
    to: { name: '', address: email },
    subject: `Sign in to ${host}`,
    content,
  };
}
