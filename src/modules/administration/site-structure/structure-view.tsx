import { counted, Empty, Outcome, PostForm } from '#modules/member-pages/index.js';
import type { SiteKey } from '#modules/sites/index.js';
import { Adding, type AddingChoices } from './structure-adding.js';
import { StructureList } from './structure-list.js';
import type { StructureNode } from './structure-nodes.js';
import { itemPath } from './structure-urls.js';

interface StructureProps {
  /** Path of PUBLIC_URL. */
  base: string;
  here: string;
  site: SiteKey;
  nodes: readonly StructureNode[];
  hasSections: boolean;
  isPublished: boolean;
  /** Number of spaces on the site that the member does not see. */
  hidden: number;
  /** Null for members who only look at it. */
  choices: AddingChoices | null;
  notice?: string;
  problem?: string;
  typed?: URLSearchParams;
}

/** The page about the structure of a site. */
export function StructureView(props: StructureProps) {
  const { base, here, site, nodes, hasSections, isPublished, hidden, choices, notice, problem } = props;
  const key = { organizationId: site.organizationId, id: site.siteId };
  return (
    <>
      <Outcome notice={notice} problem={problem} />
      {nodes.length === 0 && hidden === 0 ? (
        <Empty>
          The site shows nothing yet. Add its first space below: readers get it at the root of the site.
        </Empty>
      ) : (
        <div data-structure data-has-sections={hasSections ? '' : undefined}>
          <StructureList
            nodes={nodes}
            here={here}
            hrefOf={({ type, id }) => itemPath(base, key, type, id)}
            mayManage={choices !== null}
          />
          {choices !== null && <DropForm here={here} />}
        </div>
      )}
      {hidden > 0 && <p class="member-hint">And {counted(hidden, 'space')} that you do not see.</p>}
      {nodes.length > 0 && (
        <p class="member-hint">
          {!isPublished && 'The addresses are those that readers will have once the site is published. '}
          {choices === null
            ? 'People with the role “create” or a stronger one on the site arrange it.'
            : 'Open a part of it by its title for its settings, for moving it elsewhere, and for removing it.'}
        </p>
      )}
      {choices !== null && (
        <Adding
          here={here}
          newSpace={`${base}/app/o/${encodeURIComponent(site.organizationId)}/new-space`}
          typed={props.typed}
          {...choices}
        />
      )}
    </>
  );
}

/** The form that scripts fill and send when something was dropped; and the words that they show. */
function DropForm({ here }: { here: string }) {
  return (
    <>
      <p class="member-hint" data-structure-help hidden>
        Drag a row by its handle, or go to the handle with the Tab key and press an arrow key while you hold
        Alt: up and down within its place, right into the section or group before it, left out of it.
      </p>
      <PostForm action={here} class="structure-drop">
        {['item', 'place', 'into', 'before', 'after'].map((name) => (
          <input type="hidden" name={name} />
        ))}
        <button type="submit" name="do" value="move" hidden>
          Move
        </button>
      </PostForm>
    </>
  );
}
