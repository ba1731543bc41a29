/** Kinds of jobs as people know them, by the names of their queues. */
interface JobWords {
  title: string;
  /** A sentence about what is lost where a job is dropped. */
  loss: string;
}

const AGAIN = 'It is scheduled, so nothing is lost: the next one does the same work.';
const SEARCH = 'Search does not find the latest changes of that space until it changes again.';
const COMPUTED = 'Pages that are computed keep what they showed, until their source changes again.';
const INBOX = 'The people concerned are not told of it in their inbox, nor by mail.';
const MAIL = 'The mail is not sent.';

const WORDS: Readonly<Record<string, JobWords>> = {
  'users.send-sign-in-link': {
    title: 'Mail: link to sign in',
    loss: `${MAIL} The person can ask for another link.`,
  },
  'users.send-account-notice': {
    title: 'Mail: change of an account',
    loss: `${MAIL} The owner of the account does not learn that a way to sign in changed.`,
  },
  'invites.send-invitation': {
    title: 'Mail: invitation',
    loss: `${MAIL} The invitation stays, and whoever invites can send it again.`,
  },
  'comments.send-notice': {
    title: 'Mail: discussion or review',
    loss: `${MAIL} The inbox in the app has the news.`,
  },
  'git.send-notice': {
    title: 'Mail: Git Sync of a space',
    loss: `${MAIL} The inbox in the app says that the sync waits.`,
  },
  'git.send-site-notice': {
    title: 'Mail: Git Sync of a site',
    loss: `${MAIL} The page of the site's repository says that the sync has stopped.`,
  },
  'imports.run': {
    title: 'Import',
    loss: 'An import that has not ended is taken up again by the next sweep.',
  },
  'git.run': { title: 'Git Sync', loss: 'A run that has not ended is taken up again by the next sweep.' },
  'translations.run': {
    title: 'Translation',
    loss: 'A run that has not ended is taken up again by the next sweep.',
  },
  'pdf.make': { title: 'PDF file', loss: 'The file is not made; whoever asked for it asks again.' },
  'openapi.process': {
    title: 'Specification',
    loss: 'The pages of the specification stay as they are until it is read again.',
  },
  'conversations.process': {
    title: 'Conversations',
    loss: 'Nothing: what was not read is found by the next sweep.',
  },
  'backups.run': {
    title: 'Backup',
    loss: 'A backup that has not ended is taken up again within five minutes.',
  },
  'search.index-space': { title: 'Search index of a space', loss: SEARCH },
  'space.updated--search': { title: 'Search index after a change', loss: SEARCH },
  'spaces.project': {
    title: 'Lists of a space',
    loss: 'Lists and links of that space do not show the latest changes until it changes again.',
  },
};

const SCHEDULED = /\.(sweep|forget|purge|refresh|collect|look-after|prune|check)|forget|collect/;

/** Queues whose jobs send one mail each. */
export const MAIL_QUEUES: readonly string[] = Object.keys(WORDS).filter((name) =>
  WORDS[name]!.title.startsWith('Mail:'),
);

/** The words for jobs of a queue. */
export function jobWords(name: string): JobWords {
  const known = WORDS[name];
  if (known) return known;
  const [what = name, reaction] = name.split('--');
  if (reaction === 'inbox') return { title: `Inbox after ${what}`, loss: INBOX };
  if (reaction?.startsWith('recompute') || what.includes('recompute'))
    return { title: 'Computed pages', loss: COMPUTED };
  if (reaction !== undefined)
    return { title: `${reaction} after ${what}`, loss: `${reaction} does not learn of that ${what}.` };
  if (SCHEDULED.test(name)) return { title: 'Upkeep', loss: AGAIN };
  return { title: name, loss: 'The work is not done.' };
}
