import { Hidden, PostForm, SpaceMark } from '#modules/member-pages/index.js';
import { Icon } from '#modules/publishing/index.js';
import { pointerValue } from './read-moves.js';
import { KINDS, type StructureNode } from './structure-nodes.js';
import { rowId } from './structure-urls.js';

interface ListProps {
  nodes: readonly StructureNode[];
  /** Address of the page. */
  here: string;
  hrefOf: (node: StructureNode) => string;
  /** False for members who only look at it. */
  mayManage: boolean;
}

/** The structure of a site: what is in something is below it. Scripts make its rows movable with pointer and keyboard. */
export function StructureList(props: ListProps) {
  const { nodes, mayManage } = props;
  return (
    <ul class="structure-list">
      {nodes.map((node, at) => (
        <li
          id={rowId(node.id)}
          data-item={pointerValue(node)}
          data-place={node.place}
          data-parent={node.parent ?? ''}
        >
          <div class="structure-row">
            {mayManage && <Handle title={node.title} />}
            <Mark node={node} />
            <Facts {...props} node={node} />
            {mayManage && <Steps {...props} node={node} at={at} />}
          </div>
          {node.children.length > 0 && <StructureList {...props} nodes={node.children} />}
          {node.children.length === 0 && <Nothing node={node} />}
        </li>
      ))}
    </ul>
  );
}

/** The part of a row that is dragged, and that takes the keys; scripts show it. */
function Handle({ title }: { title: string }) {
  return (
    <button type="button" class="structure-handle" aria-label={`Move ${title}`} hidden>
      <Icon name="grip-vertical" />
    </button>
  );
}

function Mark({ node }: { node: StructureNode }) {
  const icons = { 'site-space': 'book', 'site-section': 'bookmark', 'site-section-group': 'folder' };
  const icon = node.type === 'site-external-link' ? 'link' : icons[node.type];
  return <SpaceMark space={{ emoji: node.emoji, icon: node.icon ?? (node.emoji === '' ? icon : null) }} />;
}

function Facts({ node, hrefOf, mayManage }: ListProps & { node: StructureNode }) {
  const { title, type, address, isDefault, isDraft, condition } = node;
  return (
    <div class="app-list-main">
      {mayManage ? (
        <a href={hrefOf(node)} dir="auto">
          {title}
        </a>
      ) : (
        <strong dir="auto">{title}</strong>
      )}
      <p class="app-list-facts">
        {KINDS[type]}
        {isDefault && ' · readers get it first'}
        {isDraft && ' · kept from readers'}
        {condition !== null && ' · for some visitors only'}
        {address !== null && (
          <>
            {' · '}
            <span dir="ltr">{address}</span>
          </>
        )}
      </p>
    </div>
  );
}

/** The buttons for a step up or down. Their form says past what, so that nothing else happens if others have moved things. */
function Steps({ nodes, node, at, here }: ListProps & { node: StructureNode; at: number }) {
  const [previous, next] = [nodes[at - 1], nodes[at + 1]];
  if (!previous && !next) return null;
  return (
    <PostForm action={here} class="structure-steps">
      <Hidden
        fields={{
          item: pointerValue(node),
          place: node.place,
          ...(previous ? { previous: pointerValue(previous) } : {}),
          ...(next ? { next: pointerValue(next) } : {}),
        }}
      />
      {previous && <Step does="up" label={`Move up: ${node.title}`} icon="chevron-up" />}
      {next && <Step does="down" label={`Move down: ${node.title}`} icon="chevron-down" />}
    </PostForm>
  );
}

function Step({ does, label, icon }: { does: 'up' | 'down'; label: string; icon: string }) {
  return (
    <button type="submit" name="do" value={does} class="icon-button" aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}

function Nothing({ node: { type } }: { node: StructureNode }) {
  if (type === 'site-section')
    return <p class="structure-nothing">It has no space that you see, so readers may not see it either.</p>;
  return type === 'site-section-group' ? <p class="structure-nothing">Nothing is in it yet.</p> : null;
}
