import type { ApiResponse } from './api-client.js';
import type { TestUser } from './factories.js';

/** Posts a comment at `place`, the address of a space or a change request; answers it. */
export async function postComment(
  user: TestUser,
  place: string,
  markdown = 'A comment',
  more: object = {},
): Promise<ApiResponse['body']> {
  const answer = await user.api.post(`${place}/comments`, { body: { markdown }, ...more });
  if (answer.status !== 200) throw new Error(`The comment was not posted: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Replies to a comment; answers the reply. */
export async function postReply(
  user: TestUser,
  place: string,
  commentId: string,
  markdown = 'A reply',
): Promise<ApiResponse['body']> {
  const answer = await user.api.post(`${place}/comments/${commentId}/replies`, { body: { markdown } });
  if (answer.status !== 200) throw new Error(`The reply was not posted: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Markdown that mentions a user. */
export const mention = (user: TestUser): string => `[${user.id}](bindery:user/${user.id} "mention")`;
