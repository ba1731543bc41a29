/** Ways to begin with a space that has no content yet. @param page the empty page of a new space, if it has one. */
export function FirstSteps({ root, page }: { root: string; page?: string }) {
  return (
    <section class="first-steps" aria-label="First steps">
      <p>
        {page === undefined ? 'There are no pages here yet.' : 'There is nothing here yet.'} Begin with one of
        these:
      </p>
      <ul>
        {page !== undefined && (
          <li>
            <a href={`${root}~/edit/${encodeURIComponent(page)}`}>Write the first page</a>
          </li>
        )}
        <li>
          <a href={`${root}~/import`}>Import what you have</a>: documents, a folder, a website, a repository
        </li>
        <li>
          <a href={`${root}~/import#import-template`}>Start from a template</a>
        </li>
      </ul>
    </section>
  );
}
