// Functions that all scripts share.
export const root = document.documentElement;

/** All matching elements, as an array. */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** Calls `work` when a click is inside a matching element, including elements that are added to the page later. */
export function onClick(selector, work) {
  document.addEventListener('click', (event) => {
    const found = event.target instanceof Element ? event.target.closest(selector) : null;
    if (found) work(found, event);
  });
}

/** An element with attributes; names that begin with `on` are listeners, attributes without a value are left out. */
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

/** Storage of values by name. A reader may forbid storage: choices then last only as long as the page. */
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
        // The storage is forbidden or full.
      }
    },
    /** A stored list; an empty one for any other value. */
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

/** Texts of the interface in the language of the page. */
export async function loadWords() {
  const language = root.dataset.words ?? 'en';
  return (await import(`./words-${language}.js`)).default;
}

/** `template` with its `{name}` places filled. */
export const fill = (template, values) =>
  template.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));

/** An icon with the outline `path`. Icons are drawn in the page, without a font. */
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

/** Copies a text to the clipboard, and shows on the button that it was copied. */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure connection the clipboard API is missing; the older command still works there.
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

/** Announces a text to screen readers. */
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
  // Some screen readers do not read a region that gets its text at the moment it is added.
  setTimeout(() => (region.textContent = text), 50);
}
