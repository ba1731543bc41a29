// Blocks of integrations: input and clicks of readers go to the server, which has the block drawn again; frames get
// their data and report their height.
import { all, root } from './dom.js';

const FIELDS = '[data-state]';
let isListening = false;

/** The state of the block with the reader's input. */
function stateOf(block) {
  const state = JSON.parse(block.dataset.values ?? '{}');
  for (const field of all(FIELDS, block)) {
    const name = field.dataset.state;
    if (field.type === 'radio') {
      if (field.checked) state[name] = field.value;
    } else if (field.hasAttribute('data-many')) {
      const others = Array.isArray(state[name])
        ? state[name].filter((value) => String(value) !== field.value)
        : [];
      state[name] = field.checked ? [...others, field.value] : others;
    } else if (field.type === 'checkbox') state[name] = field.checked;
    else if (field.multiple) state[name] = [...field.selectedOptions].map((option) => option.value);
    else state[name] = field.value;
  }
  return state;
}

async function act(block, action) {
  if (block.getAttribute('aria-busy') === 'true') return;
  block.setAttribute('aria-busy', 'true');
  block.classList.remove('is-failed');
  try {
    const response = await fetch(`${root.dataset.site}~blocks`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ticket: block.dataset.integration, state: stateOf(block), action }),
    });
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    const { html } = await response.json();
    // The server made this HTML from escaped data, like every page.
    if (html) replace(block, html);
  } catch {
    block.classList.add('is-failed');
  } finally {
    block.removeAttribute('aria-busy');
  }
}

function replace(block, html) {
  const fresh = new DOMParser().parseFromString(html, 'text/html').querySelector('[data-integration]');
  if (!fresh) return;
  block.dataset.integration = fresh.dataset.integration;
  block.dataset.values = fresh.dataset.values;
  const focused = all(FIELDS, block).indexOf(document.activeElement);
  block.replaceChildren(...fresh.childNodes);
  all(FIELDS, block)[focused]?.focus();
  document.dispatchEvent(new Event('bindery:page'));
}

function press(event) {
  const pressed = event.target instanceof Element ? event.target.closest('[data-action]') : null;
  const block = pressed?.closest('[data-integration]');
  if (!block || pressed.matches(FIELDS) !== (event.type === 'change')) return;
  if (pressed.dataset.confirm && !confirm(pressed.dataset.confirm)) return;
  void act(block, JSON.parse(pressed.dataset.action));
}

/** Frames have an opaque origin, so their windows alone identify them. */
function listen({ source, data }) {
  const frame = all('iframe[data-frame]').find((one) => one.contentWindow === source);
  const action = data?.action;
  if (!frame || typeof action?.action !== 'string') return;
  if (action.action === '@webframe.ready') send(frame);
  else if (action.action === '@webframe.resize') resize(frame, action.size ?? {});
  else if (!action.action.startsWith('@')) {
    const block = frame.closest('[data-integration]');
    if (block) void act(block, action);
  }
}

const send = (frame) => frame.contentWindow.postMessage({ state: JSON.parse(frame.dataset.frame) }, '*');

function resize(frame, { height, aspectRatio }) {
  const box = frame.parentElement;
  if (Number(height) > 0) {
    box.style.aspectRatio = 'auto';
    box.style.height = `${Math.min(4000, Number(height))}px`;
  } else if (Number(aspectRatio) > 0) box.style.aspectRatio = String(Number(aspectRatio));
}

export function refresh() {
  if (isListening) return;
  isListening = true;
  document.addEventListener('click', press);
  document.addEventListener('change', press);
  addEventListener('message', listen);
  // A frame may have said that it is ready before this script listened.
  for (const frame of all('iframe[data-frame]')) send(frame);
}
