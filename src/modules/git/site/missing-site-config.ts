import { Conflict } from '#platform/http/errors.js';

/** A site is to get its structure from a repository that has no file about it. */
export class MissingSiteConfig extends Conflict {
  override readonly details: object;

  /** @param path of the file in the repository. */
  constructor(path: string, branch: string) {
    super(
      `The branch "${branch}" has no file ${path}, which says what the site is made of. Add it, or let the site count (priority "gitbook").`,
    );
    const prompt = `Create the file ${path} on the branch ${branch}. It describes a documentation site: "site.title", and "site.structure", a list of items of "type: space", each with a unique "key", a "title", a "path", and "content.directory", the folder of its Markdown files relative to that of ${path}, such as ./guides. Exactly one of them has "default: true". List each folder of the repository that holds documentation as one space, and commit the file.`;
    this.details = { type: 'missing_site_git_sync_config', details: { path, branch, prompt } };
  }
}
