import {
  ButtonForm,
  Choice,
  Danger,
  Hidden,
  type Option,
  Outcome,
  PostForm,
  Section,
  Submit,
} from '#modules/member-pages/index.js';
import {
  SiteSectionEntity,
  SiteSectionGroupEntity,
  SiteSpaceEntity,
  type StructureItem,
} from '#modules/sites/index.js';
import { GroupMembers } from './group-members.js';
import { ItemSettings } from './item-settings.js';
import { pointerValue } from './read-moves.js';
import { Removal } from './removal.js';
import type { ItemProps } from './item-view.types.js';
import { KINDS } from './structure-nodes.js';

/** The page about one part of a structure. */
export function ItemView(props: ItemProps) {
  const { item, state, here, node } = props;
  return (
    <>
      <Outcome notice={state.notice} problem={state.problem} />
      <Facts {...props} />
      <ItemSettings {...props} />
      {item instanceof SiteSectionGroupEntity && <GroupMembers {...props} group={item} />}
      <Place {...props} />
      {item instanceof SiteSpaceEntity && (
        <Section title="More">
          <ButtonForm action={here} does="copy" label="Make a copy of the space" />
          <p class="member-hint">
            The copy is a space of its own with the same content. The site shows it right behind this one, and
            readers see it at once.
          </p>
        </Section>
      )}
      <Section title="Remove from the site" isDangerous>
        <Danger
          summary={`Remove this ${KINDS[node.type].toLowerCase()}`}
          action={here}
          does="remove"
          label="Remove it"
          whom={node.title}
        >
          <Removal {...props} />
        </Danger>
      </Section>
    </>
  );
}

function Facts({ base, row, item, node, here }: ItemProps) {
  const { type, address, isDefault } = node;
  const mayBeFirst = item instanceof SiteSpaceEntity || item instanceof SiteSectionEntity;
  return (
    <Section title="Readers">
      <dl class="member-facts">
        <dt>Kind</dt>
        <dd>{KINDS[type]}</dd>
        {address !== null && (
          <>
            <dt>Address</dt>
            <dd dir="ltr">
              {row.site.published || type === 'site-external-link' ? (
                <a href={address}>{address}</a>
              ) : (
                address
              )}
            </dd>
          </>
        )}
        {item instanceof SiteSpaceEntity && (
          <>
            <dt>Content</dt>
            <dd>
              <a href={`${base}/app/s/${encodeURIComponent(item.spaceId)}`} dir="auto">
                {node.title}
              </a>
            </dd>
          </>
        )}
      </dl>
      {mayBeFirst && isDefault && <p>Readers get it first: {placeOfFirst(item)}.</p>}
      {mayBeFirst && !isDefault && (
        <ButtonForm action={here} does="first" label={`Show it first: ${placeOfFirst(item)}`} />
      )}
    </Section>
  );
}

function placeOfFirst(item: StructureItem): string {
  return item instanceof SiteSpaceEntity && item.sectionId !== null
    ? 'at the address of its section'
    : 'at the root of the site';
}

/** Moves it to another section or group. */
function Place({ item, node, here, choices, view }: ItemProps) {
  const isSpace = item instanceof SiteSpaceEntity;
  const top: Option[] = isSpace ? [] : [['', 'The top of the site']];
  const own = item instanceof SiteSectionGroupEntity ? item.id : null;
  const places = isSpace ? choices.sections : choices.groups.filter(([id]) => id !== own);
  const options = [...top, ...places];
  const isAlone = isSpace && view.structure.spacesIn(item.sectionId).length < 2;
  if (options.length < 2 && (!isSpace || isAlone)) return null;
  return (
    <Section title="Place">
      {options.length >= 2 && (
        <PostForm action={here} class="member-form">
          <Hidden fields={{ item: pointerValue(node), place: node.place }} />
          <Choice
            name="into"
            label={isSpace ? 'Section' : 'In'}
            hint="It goes to the end there; the arrows of the page before move it up."
            options={options}
            chosen={node.parent ?? ''}
          />
          <Submit does="move" label="Move it there" />
        </PostForm>
      )}
      {isSpace && !isAlone && (
        <>
          <ButtonForm action={here} does="section" label="Create a section of it" />
          <p class="member-hint">The section gets the title of the space, and stands among the others.</p>
        </>
      )}
    </Section>
  );
}
