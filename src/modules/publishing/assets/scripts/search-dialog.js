// The dialog that searches the site: a text field with a list below it (ARIA combobox), in a native modal dialog.
import { all, element, fill, icon, loadWords, root, storage } from './dom.js';
import { report } from './insights.js';
import { open as openPage } from './navigation.js';

const WAIT_MS = 120;
const MAX_RECENT_SEARCHES = 6;
/** Characters of a search that are counted. */
const MAX_COUNTED_LENGTH = 200;
const MAGNIFIER = 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20';
const CROSS = 'M6 6l12 12M18 6 6 18';
const CLOCK = 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2';

let view;

/**
 * Opens the dialog.
 * @param link the element with the address of the search.
 * @param typed returns the text typed while the dialog was loading.
 */
export async function open(link, typed) {
  const words = await loadWords();
  if (view?.words !== words) {
    view?.dialog.remove();
    view = new SearchDialog(words);
  }
  view.show(link.dataset, typed());
}

class SearchDialog {
  answers = new Map();
  active = -1;
  counted = '';
  scope = 'default';

  constructor(words) {
    this.words = words;
    this.input = this.field();
    this.build();
  }

  field() {
    const { words } = this;
    return element('input', {
      type: 'search',
      role: 'combobox',
      class: 'search-input',
      'aria-label': words.search,
      'aria-expanded': 'false',
      'aria-controls': 'bdy-hits',
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      enterkeyhint: 'go',
      placeholder: words.searchPlaceholder,
      oninput: () => this.typed(),
      onkeydown: (event) => this.pressed(event),
    });
  }

  build() {
    const { words } = this;
    this.scopes = element('div', { class: 'search-scopes', role: 'group', 'aria-label': words.search });
    this.list = element('div', {
      id: 'bdy-hits',
      class: 'search-hits',
      role: 'listbox',
      'aria-label': words.searchResults,
    });
    this.status = element('p', { class: 'search-status', role: 'status' });
    const close = element(
      'button',
      {
        type: 'button',
        class: 'search-close',
        'aria-label': words.close,
        onclick: () => this.dialog.close(),
      },
      icon(CROSS),
    );
    this.dialog = element(
      'dialog',
      { class: 'search-dialog', 'aria-label': words.search, 'data-keep': true, onclose: () => this.closed() },
      element('div', { class: 'search-bar' }, icon(MAGNIFIER), this.input, close),
      this.scopes,
      element('div', { class: 'search-body' }, this.list, this.status),
      this.keys(),
    );
    this.dialog.addEventListener('click', (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.list.addEventListener('click', (event) => this.clicked(event));
    this.list.addEventListener('pointermove', (event) => {
      const index = this.options().indexOf(event.target.closest('[role=option]'));
      if (index >= 0 && index !== this.active) this.activate(index, false);
    });
    document.body.append(this.dialog);
  }

  show({ search, from, current, versions }, typed) {
    this.action = search;
    this.from = from;
    this.answers.clear();
    this.showScopes(current, versions !== undefined);
    this.dialog.showModal();
    if (typed) this.input.value = typed;
    else this.input.select();
    this.typed();
  }

  keys() {
    const { keysMove, keysOpen, keysClose } = this.words;
    const key = (name, text) => element('span', {}, element('kbd', {}, name), ` ${text}`);
    return element(
      'p',
      { class: 'search-keys', 'aria-hidden': 'true' },
      key('↑ ↓', keysMove),
      key('↵', keysOpen),
      key('Esc', keysClose),
    );
  }

  showScopes(current, hasVersions) {
    const { searchSite, searchVersions } = this.words;
    const choices = [
      ['default', searchSite],
      ...(current ? [['current', current]] : []),
      ...(hasVersions ? [['all', searchVersions]] : []),
    ];
    this.scope = 'default';
    this.scopes.hidden = choices.length < 2;
    this.scopes.replaceChildren(
      ...choices.map(([scope, label]) =>
        element(
          'button',
          {
            type: 'button',
            'aria-pressed': String(scope === 'default'),
            onclick: (event) => this.narrow(scope, event),
          },
          label,
        ),
      ),
    );
  }

  narrow(scope, event) {
    this.scope = scope;
    for (const button of all('button', this.scopes))
      button.setAttribute('aria-pressed', String(button === event.currentTarget));
    this.typed();
  }

  typed() {
    clearTimeout(this.waiting);
    this.request?.abort();
    const query = this.input.value.trim();
    if (query === '') return this.showRecent();
    const address = this.addressOf(query);
    const known = this.answers.get(address);
    if (known) return this.showHits(query, known);
    this.waiting = setTimeout(() => void this.find(query, address), WAIT_MS);
  }

  addressOf(query) {
    return `${this.action}?${new URLSearchParams({ q: query, scope: this.scope, from: this.from })}`;
  }

  async find(query, address) {
    const request = new AbortController();
    this.request = request;
    this.list.setAttribute('aria-busy', 'true');
    try {
      const response = await fetch(address, {
        signal: request.signal,
        headers: { Accept: 'application/json' },
      });
      if (!response.ok) throw new Error(String(response.status));
      const { pages } = await response.json();
      this.answers.set(address, pages);
      if (!request.signal.aborted) this.showHits(query, pages);
    } catch (error) {
      if (request.signal.aborted || error.name === 'AbortError') return;
      this.showOptions([]);
      this.status.textContent = this.words.searchFailed;
    } finally {
      if (this.request === request) this.list.removeAttribute('aria-busy');
    }
  }

  showHits(query, pages) {
    this.showOptions(pages.flatMap(hitOptions));
    this.status.textContent =
      pages.length === 0
        ? fill(this.words.searchNone, { query })
        : fill(this.words.searchFound, { count: pages.length });
    this.status.classList.toggle('visually-hidden', pages.length > 0);
    if (pages.length > 0) this.activate(0);
  }

  showRecent() {
    const recent = storage.list(this.recentKey());
    const { searchHint, searchRecent, searchForget } = this.words;
    this.showOptions(
      recent.map((query) =>
        element(
          'div',
          { role: 'option', class: 'search-hit search-recent', 'data-query': query },
          icon(CLOCK),
          element('span', {}, query),
        ),
      ),
    );
    this.status.classList.remove('visually-hidden');
    this.status.replaceChildren(
      recent.length === 0
        ? searchHint
        : element(
            'button',
            { type: 'button', class: 'search-forget', onclick: () => this.forget() },
            searchForget,
          ),
    );
    this.list.setAttribute('aria-label', recent.length === 0 ? this.words.searchResults : searchRecent);
  }

  forget() {
    storage.set(this.recentKey(), null);
    this.showRecent();
    this.input.focus();
  }

  showOptions(options) {
    options.forEach((option, index) => {
      option.id = `bdy-hit-${index}`;
      option.setAttribute('aria-selected', 'false');
    });
    this.list.replaceChildren(...options);
    this.list.setAttribute('aria-label', this.words.searchResults);
    this.status.classList.remove('visually-hidden');
    this.input.setAttribute('aria-expanded', String(options.length > 0));
    this.activate(-1);
    this.list.parentElement.scrollTop = 0;
  }

  options() {
    return [...this.list.children];
  }

  activate(index, scrolls = true) {
    const options = this.options();
    options[this.active]?.setAttribute('aria-selected', 'false');
    this.active = index;
    const option = options[index];
    if (!option) return this.input.removeAttribute('aria-activedescendant');
    option.setAttribute('aria-selected', 'true');
    this.input.setAttribute('aria-activedescendant', option.id);
    if (scrolls) option.scrollIntoView({ block: 'nearest' });
  }

  pressed(event) {
    const { length } = this.options();
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.isComposing) return;
    if (event.key in steps && length > 0) {
      event.preventDefault();
      const from = this.active < 0 && event.key === 'ArrowUp' ? 0 : this.active;
      this.activate((from + steps[event.key] + length) % length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = this.options()[this.active];
      if (option) this.choose(option, event.ctrlKey || event.metaKey);
    } else if (event.key === 'Escape' && this.input.value !== '') {
      // The browser would empty the field first; one press closes.
      event.preventDefault();
      this.dialog.close();
    }
  }

  clicked(event) {
    const option = event.target.closest('[role=option]');
    if (!option || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(option, false);
  }

  choose(option, isApart) {
    const { query } = option.dataset;
    if (query !== undefined) {
      this.input.value = query;
      this.input.focus();
      return this.typed();
    }
    storage.prepend(this.recentKey(), this.input.value.trim(), MAX_RECENT_SEARCHES);
    if (isApart) return void window.open(option.href);
    this.dialog.close();
    openPage(option.href);
  }

  closed() {
    this.request?.abort();
    clearTimeout(this.waiting);
    // Only the final query is reported, once: the queries on the way to it are not searches.
    const query = this.input.value.trim().slice(0, MAX_COUNTED_LENGTH);
    if (query !== '' && query !== this.counted) report({ type: 'search_type_query', query });
    this.counted = query;
  }

  recentKey() {
    return `bindery-searches ${root.dataset.site}`;
  }
}

/** A page with the sections that were found; each is a separate option. */
function hitOptions({ title, href, trail, sections }) {
  const lead = sections.find((section) => section.title.length === 0);
  const page = element(
    'a',
    { role: 'option', class: 'search-hit', tabindex: '-1', href },
    trail.length > 0 && element('span', { class: 'search-trail' }, trail.join(' › ')),
    element('span', { class: 'search-title' }, ...marked(title)),
    lead && element('span', { class: 'search-excerpt' }, ...marked(lead.excerpt)),
  );
  const parts = sections
    .filter((section) => section !== lead)
    .map((section) =>
      element(
        'a',
        { role: 'option', class: 'search-hit search-section', tabindex: '-1', href: section.href },
        element('span', { class: 'search-title' }, ...marked(section.title)),
        element('span', { class: 'search-excerpt' }, ...marked(section.excerpt)),
      ),
    );
  return [page, ...parts];
}

const marked = (pieces) =>
  pieces.map((piece, index) => (index % 2 === 1 ? element('mark', {}, piece) : piece));
