import EmailReplyParser from 'email-reply-parser';

/** Longer messages are read to here: whoever pastes a log has asked before or after it. */
const MOST_READ = 20_000;

/** What somebody wrote themselves: without the mail they answer, their signature, code and pasted output. */
export function ownWords(body: string): string {
  const text = body.slice(0, MOST_READ).replace(/```[\s\S]*?(?:```|$)/g, '\n');
  return new EmailReplyParser()
    .read(text)
    .getVisibleText()
    .replace(/^[ \t]*>.*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/[*_`~\\]+/g, '');
}
