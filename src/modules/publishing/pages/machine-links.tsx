/** What the head of a page says to machines. */
export interface MachineView {
  /** The page as Markdown. */
  markdownHref?: string;
  /** Updates of the page, to follow. */
  feedHref?: string;
  /** What other services show beside a link to the page; its size where we know it. */
  image: { url: string; width?: number; height?: number };
  /** Objects in the words of schema.org. */
  structuredData: object[];
}

/** The page in other forms, and what it is. */
export function MachineLinks({ view, title }: { view: MachineView; title: string }) {
  return (
    <>
      {view.markdownHref && <link rel="alternate" type="text/markdown" href={view.markdownHref} />}
      {view.feedHref && (
        <link rel="alternate" type="application/rss+xml" href={view.feedHref} title={title} />
      )}
      {/* Data, which browsers do not run: the content security policy has nothing to say about it. */}
      {view.structuredData.map((data) => (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(data) }} />
      ))}
    </>
  );
}

/** JSON for a script element: nothing in it can end the element or begin another. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
