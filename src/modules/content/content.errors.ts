import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';

/** An edit names a page that the content does not have. */
export class PageNotFound extends NotFound {
  constructor(readonly pageId: string) {
    super(`page (${pageId})`);
  }
}

export class FileNotFound extends NotFound {
  constructor(readonly fileId: string) {
    super(`file (${fileId})`);
  }
}

export class ReusableContentNotFound extends NotFound {
  constructor(readonly reusableContentId: string) {
    super(`reusable content (${reusableContentId})`);
  }
}

export class TagNotFound extends NotFound {
  constructor(readonly slug: string) {
    super(`tag (${slug})`);
  }
}

export class DocumentNotFound extends NotFound {
  constructor(readonly hash: string) {
    super('document');
  }
}

export class RevisionNotFound extends NotFound {
  constructor(readonly revisionId: string) {
    super('revision');
  }
}

/** The edit cannot be applied to any content: a title is empty, a group would be nested, a page moves into itself. */
export class InvalidEdit extends BadRequest {}

/** A page with the id to insert exists already. */
export class PageExists extends Conflict {
  constructor(readonly pageId: string) {
    super(`There is already a page with the id ${pageId}.`);
  }
}
