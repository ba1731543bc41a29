import { counted } from '#modules/member-pages/index.js';
import { SiteSectionEntity, SiteSectionGroupEntity, SiteSpaceEntity } from '#modules/sites/index.js';
import type { ItemProps } from './item-view.types.js';

/** Says what readers lose when a part of a structure is removed, and what stays. */
export function Removal({ item, node, view: { structure }, row, redirects }: ItemProps) {
  const nowhere = `${counted(redirects, 'redirect')} to it ${redirects === 1 ? 'leads' : 'lead'} nowhere`;
  const at = node.address === null ? '' : ` at ${node.address}`;
  const readers = row.site.published ? 'From their next click on, readers' : 'Readers will';
  const find = row.site.published ? 'no longer find' : 'not find';
  if (item instanceof SiteSpaceEntity) {
    const hasOthers = structure.spacesIn(item.sectionId).length > 1;
    return (
      <>
        <p>
          {readers} {find} its pages{at}, and {nowhere}. Its path, its condition and the looks that it has of
          its own on this site are lost.
          {item.isDefault && hasOthers && ' Readers get the next space in its place first.'}
        </p>
        <p>
          The space itself stays, with all its content. Add it again at any time: it gets an address from its
          title then.
        </p>
      </>
    );
  }
  if (item instanceof SiteSectionEntity)
    return (
      <>
        <p>
          {readers} {find} this section{at} nor the {counted(structure.spacesIn(item.id).length, 'space')} in
          it, and {nowhere}. The paths, conditions and own looks of these spaces on this site are lost.
        </p>
        <p>
          The spaces themselves stay, with all their content. Move those out first that the site is to keep.
        </p>
      </>
    );
  if (item instanceof SiteSectionGroupEntity)
    return (
      <p>
        Only the group goes: its content,{' '}
        {counted(structure.navigationIn(item.id).length, 'entry', 'entries')}, takes its place in the header,
        and all addresses stay.
      </p>
    );
  return (
    <p>
      The link goes from the header. Its title, icon and condition are lost; the page it leads to is not ours.
    </p>
  );
}
