// Comfort for pages that are complete without it. Loaded with `defer`, after the document.
(() => {
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const storage = {
    get(key) {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // A reader may forbid storage: the choice then lasts as long as the page.
      }
    },
  };

  function setUpTheme() {
    const buttons = all('[data-theme-choice]');
    const show = (choice) => {
      if (choice === 'system') root.removeAttribute('data-theme');
      else root.setAttribute('data-theme', choice);
      for (const button of buttons) {
        button.setAttribute('aria-pressed', String(button.dataset.themeChoice === choice));
      }
    };
    for (const button of buttons) {
      button.addEventListener('click', () => {
        const choice = button.dataset.themeChoice;
        storage.set('bindery-theme', choice === 'system' ? null : choice);
        show(choice);
      });
    }
    show(root.getAttribute('data-theme') ?? 'system');
    addEventListener('storage', (event) => {
      if (event.key === 'bindery-theme') show(event.newValue ?? 'system');
    });
  }

  async function copy(text, button) {
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

  function codeOf(figure) {
    const code = figure.querySelector('code').cloneNode(true);
    for (const mark of all('.annotation > sup', code)) mark.remove();
    return code.textContent;
  }

  function setUpCode() {
    for (const button of all('[data-copy]')) {
      button.addEventListener('click', () => copy(codeOf(button.closest('.code')), button));
    }
    for (const button of all('[data-expand]')) {
      const more = button.textContent;
      button.addEventListener('click', () => {
        const isOpen = button.closest('.code').classList.toggle('is-expanded');
        button.setAttribute('aria-expanded', String(isOpen));
        button.textContent = isOpen ? button.dataset.less : more;
      });
    }
    for (const anchor of all('.anchor')) {
      anchor.addEventListener('click', () => copy(anchor.href, anchor));
    }
    // Only what scrolls needs to be reached with the keyboard.
    for (const box of all('.content pre[tabindex], .table[tabindex], .math[tabindex]')) {
      if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)
        box.removeAttribute('tabindex');
    }
  }

  function setUpTabs() {
    const groups = all('[data-tabs]');
    const parts = (group) => ({
      tabs: all(':scope > .tab-list > [role=tab]', group),
      panels: all(':scope > .tab-panel', group),
    });
    const select = (group, index) => {
      const { tabs, panels } = parts(group);
      tabs.forEach((tab, at) => {
        tab.setAttribute('aria-selected', String(at === index));
        tab.tabIndex = at === index ? 0 : -1;
        panels[at]?.classList.toggle('is-active', at === index);
      });
      group.classList.add('tabs-ready');
    };
    // One choice for all groups with the same tab, so that "Python" is chosen once and not on every example.
    const selectTitle = (title) => {
      for (const group of groups) {
        const index = parts(group).tabs.findIndex((tab) => tab.dataset.title === title);
        if (index >= 0) select(group, index);
      }
    };
    for (const group of groups) {
      const { tabs } = parts(group);
      select(group, 0);
      tabs.forEach((tab, index) => {
        tab.addEventListener('click', () => {
          const before = tab.getBoundingClientRect().top;
          selectTitle(tab.dataset.title);
          select(group, index);
          storage.set('bindery-tab', tab.dataset.title);
          // Groups above may have changed height: keep the tab under the pointer.
          scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
        });
        tab.addEventListener('keydown', (event) => {
          const isRtl = root.dir === 'rtl';
          const steps = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 };
          const to =
            { Home: 0, End: tabs.length - 1 }[event.key] ?? (steps[event.key] && index + steps[event.key]);
          if (to === undefined) return;
          event.preventDefault();
          const next = (to + tabs.length) % tabs.length;
          select(group, next);
          tabs[next].focus();
        });
      });
    }
    const kept = storage.get('bindery-tab');
    if (kept) selectTitle(kept);
    return select;
  }

  const loose = (id) =>
    id
      .toLowerCase()
      .replace(/^id-(?=\d)/, '')
      .replace(/[^\p{L}\p{N}]+/gu, '');

  /** The part of an id. Other tools spell ids from the same title with other marks: their links lead here as well. */
  function partOf(id) {
    if (!id) return null;
    const wanted = new Set([loose(id), loose(id.replaceAll('-or-', '-'))]);
    return document.getElementById(id) ?? all('.content [id]').find((part) => wanted.has(loose(part.id)));
  }

  /** Opens whatever hides the target of the address, so that a link into a tab or a fold works. */
  function setUpTarget(selectTab) {
    const reveal = () => {
      let id = location.hash.slice(1);
      try {
        id = decodeURIComponent(id);
      } catch {
        // Not an encoded id: take it as it is.
      }
      const target = partOf(id);
      if (!target) return;
      for (let at = target; at; at = at.parentElement) {
        if (at.matches('details')) at.open = true;
        if (at.matches('.tab-panel'))
          selectTab(at.parentElement, all(':scope > .tab-panel', at.parentElement).indexOf(at));
      }
      target.scrollIntoView();
    };
    reveal();
    addEventListener('hashchange', reveal);
  }

  function setUpOutline() {
    const links = all('.outline-list a');
    const byId = new Map();
    for (const link of links) {
      const id = decodeURIComponent(link.hash.slice(1));
      byId.set(id, [...(byId.get(id) ?? []), link]);
    }
    const headings = [...byId.keys()].map((id) => document.getElementById(id)).filter(Boolean);
    if (headings.length === 0) return;
    let current;
    const update = () => {
      const line = parseFloat(getComputedStyle(root).scrollPaddingTop) + 24;
      const isAtEnd = innerHeight + scrollY >= root.scrollHeight - 4 && scrollY > 0;
      const passed = headings.filter(
        (heading) => heading.offsetParent && heading.getBoundingClientRect().top <= line,
      );
      const next =
        (isAtEnd
          ? headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight)
          : passed.at(-1)) ?? headings[0];
      if (next === current) return;
      for (const link of links) link.removeAttribute('aria-current');
      for (const link of byId.get(next.id)) {
        link.setAttribute('aria-current', 'true');
        const box = link.closest('.outline-inner');
        if (!box) continue;
        const top = link.getBoundingClientRect().top - box.getBoundingClientRect().top;
        if (top < 40 || top > box.clientHeight - 40) box.scrollTop += top - box.clientHeight / 2;
      }
      current = next;
    };
    let isWaiting = false;
    const soon = () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        update();
      });
    };
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    update();
  }

  function setUpMenu() {
    const button = document.querySelector('[data-menu]');
    const sidebar = document.getElementById('bdy-sidebar');
    if (!button || !sidebar) return;
    const page = document.querySelector('main');
    const set = (isOpen) => {
      document.body.classList.toggle('menu-is-open', isOpen);
      button.setAttribute('aria-expanded', String(isOpen));
      page.inert = isOpen;
      if (isOpen) (sidebar.querySelector('[aria-current]') ?? sidebar).focus();
    };
    button.addEventListener('click', () => set(button.getAttribute('aria-expanded') !== 'true'));
    addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
      set(false);
      button.focus();
    });
    sidebar.addEventListener('click', (event) => {
      if (event.target.closest('a')) set(false);
    });
    matchMedia('(min-width: 62.001rem)').addEventListener('change', () => set(false));
  }

  /** On wide screens the tree scrolls on its own: bring the current page into it. */
  function setUpTree() {
    const box = document.querySelector('.sidebar-inner');
    const link = box?.querySelector('[aria-current=page]');
    if (!link) return;
    const top = link.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top > box.clientHeight - 80) box.scrollTop = top - box.clientHeight / 2;
  }

  function setUpPopups() {
    const close = (except) => {
      for (const popup of all('details[data-popup][open]')) if (popup !== except) popup.open = false;
      for (const popup of all('.note-popup')) popup.remove();
    };
    document.addEventListener('click', (event) => {
      if (event.target.closest('.note-popup')) return;
      close(event.target.closest('details[data-popup]'));
      const link = event.target.closest('.annotation');
      const body =
        link && document.getElementById(decodeURIComponent(link.hash.slice(1)))?.querySelector('.note-body');
      if (!body || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      showNote(link, body);
    });
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape') close();
    });
  }

  function showNote(link, body) {
    const popup = document.createElement('div');
    popup.className = 'note-popup content';
    popup.setAttribute('role', 'note');
    popup.tabIndex = -1;
    popup.append(...[...body.childNodes].map((node) => node.cloneNode(true)));
    document.body.append(popup);
    const at = link.getBoundingClientRect();
    const left = Math.max(16, Math.min(at.left, root.clientWidth - popup.offsetWidth - 16));
    popup.style.left = `${left + scrollX}px`;
    popup.style.top = `${at.bottom + scrollY + 6}px`;
    popup.focus({ preventScroll: true });
    popup.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      popup.remove();
      link.focus();
    });
  }

  setUpTheme();
  setUpCode();
  const selectTab = setUpTabs();
  setUpTarget(selectTab);
  setUpTree();
  setUpOutline();
  setUpMenu();
  setUpPopups();
})();
