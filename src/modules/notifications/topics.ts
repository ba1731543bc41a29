/** Topics of mail, each of which recipients may turn off. */
export const MAIL_TOPICS = ['invitations', 'reviews', 'mentions', 'discussions'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/** Name of a topic in mail and on pages, after "mail about …". */
export const TOPIC_NAMES: Record<MailTopic, string> = {
  invitations: 'invitations to organizations and spaces',
  reviews: 'reviews',
  mentions: 'mentions of you',
  discussions: 'discussions you take part in',
};
