// What all scripts share.
export const root = document.documentElement;

/** All matching elements, as an array. */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** Calls `work` when a click is inside of something that matches, also for what is added to the page later. */
export function onClick(selector, work) {
  document.addEventListener('click', (event) => {
    const found = event.target instanceof Element ? event.target.closest(selector) : null;
    if (found) work(found, event);
  });
}

/** An element with attributes; those that begin with `on` are listeners, those without a value are left out. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== undefined && value !== false && value !== null) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

const places = {
  local: () => localStorage,
  session: () => sessionStorage,
};

/** Keeps values by name; a reader may forbid that: choices then last as long as the page. */
function keeper(place) {
  return {
    get(key) {
      try {
        return place().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) place().removeItem(key);
        else place().setItem(key, value);
      } catch {
        // Forbidden or full.
      }
    },
    /** A list that was kept; an empty one for anything else. */
    list(key) {
      try {
        const value = JSON.parse(this.get(key) ?? '[]');
        return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
      } catch {
        return [];
      }
    },
    /** Puts an item first in a list of at most `most`. */
    prepend(key, item, most) {
      const items = [item, ...this.list(key).filter((other) => other !== item)];
      this.set(key, JSON.stringify(items.slice(0, most)));
    },
  };
}
export const storage = keeper(places.local);
export const session = keeper(places.session);

/** The words of the interface in the language of the page. */
export async function loadWords() {
  const language = root.dataset.words ?? 'en';
  return (await import(`./words-${language}.js`)).default;
}

/** `template` with its `{name}` places filled. */
export const fill = (template, values) =>
  template.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));

/** A copy of an icon that the page has; icons are drawings in the page, there is no font of them. */
export function icon(path, className = '') {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of Object.entries({
    viewBox: '0 0 24 24',
    class: `icon line-icon ${className}`,
    'aria-hidden': 'true',
  }))
    svg.setAttribute(name, value);
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

/** Puts a text on the clipboard, and shows on the button that it is there. */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure connection there is no clipboard; the older way still works there.
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'visually-hidden';
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  button.classList.add('is-copied');
  setTimeout(() => button.classList.remove('is-copied'), 1500);
}

/** Says something to those who listen to the page. */
export function announce(text) {
  let region = document.getElementById('bdy-announcements');
  if (!region) {
    region = element('div', {
      id: 'bdy-announcements',
      class: 'visually-hidden',
      role: 'status',
      'data-keep': true,
    });
    document.body.append(region);
  }
  region.textContent = '';
  // A region that gets its words at once with its place in the page is not read by all.
  setTimeout(() => (region.textContent = text), 50);
}
