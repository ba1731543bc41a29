/** Data for machines in the head of a page. */
export interface MachineView {
  /** The page as Markdown. */
  markdownHref?: string;
  /** Address of the feed with updates of the page. */
  feedHref?: string;
  /** Image that other services show beside a link to the page, with its size if that is known. */
  image: { url: string; width?: number; height?: number };
  /** Objects in the vocabulary of schema.org. */
  structuredData: object[];
}

/** Links to other forms of the page, its preview and its structured data. */
export function MachineLinks({ view, title }: { view: MachineView; title: string }) {
  return (
    <>
      {view.markdownHref && <link rel="alternate" type="text/markdown" href={view.markdownHref} />}
      {view.feedHref && (
        <link rel="alternate" type="application/rss+xml" href={view.feedHref} title={title} />
      )}
      {/* Browsers do not run this data, so the content security policy does not apply to it. */}
      {view.structuredData.map((data) => (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(data) }} />
      ))}
    </>
  );
}

/** JSON for a script element, escaped so that it can neither end the element nor begin another one. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
