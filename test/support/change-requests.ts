import type { ApiResponse } from './api-client.js';
import type { TestUser } from './factories.js';

/** A change request in the form of the API, as far as tests read it. */
export interface TestChangeRequest {
  id: string;
  number: number;
  status: string;
  revision: string;
  revisionInitial: string;
  /** Its address. */
  path: string;
}

/** A change request that the user creates. */
export async function openChangeRequest(
  user: TestUser,
  spaceId: string,
  body: object = {},
): Promise<TestChangeRequest> {
  const answer = await user.api.post(`/v1/spaces/${spaceId}/change-requests`, body);
  if (answer.status !== 201)
    throw new Error(`The change request was not opened: ${answer.status} ${answer.text}`);
  const resource = answer.body as TestChangeRequest;
  return { ...resource, path: `/v1/spaces/${spaceId}/change-requests/${resource.id}` };
}

/** Writes another text of a page, in a change request or (with the path of a space) in the main content. */
export async function writePage(user: TestUser, path: string, page: string, markdown: string): Promise<void> {
  const answer = await tryToWritePage(user, path, page, markdown);
  if (answer.status !== 200) throw new Error(`The page was not written: ${answer.status} ${answer.text}`);
}

/** As `writePage`, but answers the response, whatever its status. */
export function tryToWritePage(
  user: TestUser,
  path: string,
  page: string,
  markdown: string,
): Promise<ApiResponse> {
  const changes = [{ operation: 'update_page', page, document: { markdown } }];
  return user.api.post(`${path}/content`, { changes });
}

/** The text of a page without its front matter and title, in a change request or in the main content. */
export async function readPage(user: TestUser, path: string, page: string): Promise<string> {
  const answer = await user.api.get(`${path}/content/page/${page}`, { query: { format: 'markdown' } });
  if (answer.status !== 200) throw new Error(`The page was not read: ${answer.status} ${answer.text}`);
  const { markdown } = answer.body as { markdown: string };
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^\s*# .*\n/, '')
    .trim();
}
