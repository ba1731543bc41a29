import type { ComponentChildren } from 'preact';
import { type BundleName, htmlDocument } from '#modules/publishing/index.js';
import { pageToken } from './forms.js';

/**
 * A page of the members' area as a whole document.
 * @param base path of PUBLIC_URL.
 * @param bundles bundles of `src/browser` that the page needs.
 * @param refreshSeconds after which browsers without scripts load the page again.
 */
export function memberDocument(
  base: string,
  title: string,
  body: ComponentChildren,
  bundles: readonly BundleName[] = [],
  refreshSeconds?: number,
): string {
  return htmlDocument(
    {
      title,
      indexed: false,
      isApp: true,
      assetsBase: base,
      refreshSeconds,
      ...(bundles.length > 0 ? { bundles: bundlesOf(base, ...bundles) } : {}),
    },
    body,
  );
}

/**
 * Bundles for the head of a page, with what they need to call the API in the session at hand.
 * @param base path of PUBLIC_URL.
 */
export function bundlesOf(
  base: string,
  ...names: BundleName[]
): { names: BundleName[]; base: string; pageToken: string } {
  return { names, base, pageToken: pageToken() };
}

/**
 * A page for people who may not be signed in, and need not be: without the frame.
 * @param bundles bundles of `src/browser` that the page needs.
 */
export function openPage(
  base: string,
  title: string,
  children: ComponentChildren,
  bundles?: readonly BundleName[],
): string {
  return memberDocument(
    base,
    `${title} | Bindery`,
    <div class="app app-alone">
      <main class="notice notice-alone open-page" id="bdy-main">
        <h1 dir="auto">{title}</h1>
        {children}
      </main>
    </div>,
    bundles,
  );
}
