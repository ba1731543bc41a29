// Images that can be enlarged, and content of other sites that loads on request.
import { all, element, icon, loadWords, onClick } from './dom.js';

const LARGER = 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7';
const CROSS = 'M6 6l12 12M18 6 6 18';
const IMAGES = '.content .image img';
/** An image is enlarged only if that makes it larger by at least this factor. */
const WORTH = 1.2;

function embed(button) {
  const box = button.closest('[data-embed]');
  const address = new URL(box.dataset.embed, location.href);
  // The sandbox would not restrict a page of our own origin.
  if (address.protocol !== 'https:' || address.origin === location.origin) return;
  const frame = element('iframe', {
    src: address.href,
    title: address.host,
    class: 'embed-frame',
    sandbox: 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation',
    allow: 'fullscreen; picture-in-picture; encrypted-media',
    referrerpolicy: 'strict-origin-when-cross-origin',
  });
  box.querySelector('.embed-stage').replaceChildren(frame);
  box.classList.add('is-loaded');
  frame.focus();
}

async function enlarge(image) {
  const words = await loadWords();
  const close = element(
    'button',
    { type: 'button', class: 'zoom-close', 'aria-label': words.close },
    icon(CROSS),
  );
  const dialog = element(
    'dialog',
    { class: 'zoom-dialog', 'aria-label': image.alt || words.zoom, 'data-keep': true },
    element('img', { src: image.currentSrc, alt: image.alt }),
    close,
  );
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function isWorthIt(image) {
  const isVector = image.naturalWidth > 0 && /\.svg($|\?)/.test(image.currentSrc);
  return (
    !image.closest('a') &&
    image.clientWidth >= 160 &&
    (isVector || image.naturalWidth > image.clientWidth * WORTH)
  );
}

/** A button over the image for the keyboard; the image itself takes clicks. */
async function offer(image) {
  const figure = image.closest('.image');
  if (image.dataset.zoom !== undefined || !figure || !isWorthIt(image)) return;
  image.dataset.zoom = '';
  const words = await loadWords();
  const label = image.alt ? `${words.zoom}: ${image.alt}` : words.zoom;
  const theme = ['only-light', 'only-dark'].filter((name) => image.classList.contains(name)).join(' ');
  const button = element(
    'button',
    {
      type: 'button',
      class: `zoom-button ${theme}`,
      'aria-label': label,
      onclick: () => void enlarge(image),
    },
    icon(LARGER),
  );
  image.after(button);
}

export function listen() {
  onClick('[data-embed] button', embed);
  onClick('img[data-zoom]', (image) => void enlarge(image));
  document.addEventListener(
    'load',
    (event) => {
      if (event.target instanceof Element && event.target.matches(IMAGES)) void offer(event.target);
    },
    true,
  );
}

export function refresh() {
  for (const image of all(IMAGES)) if (image.complete) void offer(image);
  for (const box of all('[data-embed]')) {
    const button = box.querySelector('button');
    if (button && new URL(box.dataset.embed, location.href).origin === location.origin) button.remove();
  }
}
