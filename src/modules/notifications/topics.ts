/** Topics of mail, each of which recipients may turn off, with their descriptions in the API. */
const TOPICS = {
  invitations: 'You are invited to an organization or a space',
  reviews: 'You are asked to review, and what others say of your change requests',
  mentions: 'Somebody mentions you in a comment, a reply or a review',
  discussions: 'Comments and replies in discussions you take part in',
  repositories: 'A repository that you connected cannot be synced, or has conflicts',
};

export type MailTopic = keyof typeof TOPICS;
export const TOPIC_DESCRIPTIONS: Record<MailTopic, string> = TOPICS;
export const MAIL_TOPICS = Object.keys(TOPICS) as MailTopic[];

/** Name of a topic in mail and on pages, after "mail about …". */
export const TOPIC_NAMES: Record<MailTopic, string> = {
  invitations: 'invitations to organizations and spaces',
  reviews: 'reviews',
  mentions: 'mentions of you',
  discussions: 'discussions you take part in',
  repositories: 'repositories you connected',
};
