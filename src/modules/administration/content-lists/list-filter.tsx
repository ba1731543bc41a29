import type { SpaceCount } from '#modules/links/index.js';
import { Choice, Field, type Option, Tick } from '#modules/member-pages/index.js';
import { filterQuery, type ListFilter } from './list-request.js';

interface FilterView {
  /** Address of the list. */
  here: string;
  filter: ListFilter;
  /** The spaces to choose from, with the number of their rows where it is known. */
  spaces: readonly SpaceCount[];
  /** Label of the search by name; none without. */
  searchLabel?: string;
  /** Label of the choice of what no page uses; none without. */
  unusedLabel?: string;
}

const sumOf = (spaces: readonly SpaceCount[]): number =>
  spaces.reduce((sum, { count }) => sum + (count ?? 0), 0);

/** Limits a list to a space, to a name, or to what no page uses. */
export function ListFilterForm({ here, filter, spaces, searchLabel, unusedLabel }: FilterView) {
  const options: Option[] = [
    ['', filter.space === '' ? `All spaces (${sumOf(spaces)})` : 'All spaces'],
    ...spaces.map(({ id, title, count }): Option => [id, count === null ? title : `${title} (${count})`]),
    // A space without rows stays chosen, so that the form says what the list shows.
    ...(filter.space === '' || spaces.some(({ id }) => id === filter.space)
      ? []
      : [[filter.space, 'The chosen space (0)'] as Option]),
  ];
  return (
    <form class="people-filter" method="get" action={here} role="search">
      {searchLabel !== undefined && (
        <div>
          <Field name="search" label={searchLabel} type="search" value={filter.search} maxLength={255} />
        </div>
      )}
      <div>
        <Choice name="space" label="Space" chosen={filter.space} options={options} />
      </div>
      {unusedLabel !== undefined && (
        <Tick name="unused" label={unusedLabel} checked={filter.isUnused} value="yes" />
      )}
      <button type="submit" class="button button-secondary button-medium">
        Filter
      </button>
      {Object.keys(filterQuery(filter)).length > 0 && <a href={here}>Show all</a>}
    </form>
  );
}
