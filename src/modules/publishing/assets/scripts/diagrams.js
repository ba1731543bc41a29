// Diagrams, drawn by a library that only pages with diagrams load.
import { all, loadWords } from './dom.js';
import { isDark } from './theme.js';

let library;
let counter = 0;

function load() {
  library ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.dataset.keep = '';
    script.src = new URL('./mermaid.js', import.meta.url).href;
    script.addEventListener('load', () => resolve(globalThis.mermaid));
    script.addEventListener('error', () => reject(new Error('The library could not be loaded.')));
    document.head.append(script);
  });
  return library;
}

function configure(mermaid) {
  mermaid.initialize({
    startOnLoad: false,
    // Sources of writers run no code, and their links and markup are sanitized.
    securityLevel: 'strict',
    theme: isDark() ? 'dark' : 'neutral',
    fontFamily: getComputedStyle(document.body).fontFamily,
    suppressErrorRendering: true,
  });
}

async function draw(mermaid, box, words) {
  const source = box.querySelector('code').textContent;
  try {
    const { svg } = await mermaid.render(`bdy-diagram-${++counter}`, source);
    const drawing = document.createElement('div');
    drawing.className = 'diagram-drawing';
    drawing.innerHTML = svg;
    const picture = drawing.querySelector('svg');
    picture.setAttribute('role', 'img');
    picture.removeAttribute('aria-roledescription');
    if (!picture.hasAttribute('aria-labelledby')) picture.setAttribute('aria-label', words.diagram);
    for (const old of all(':scope > .diagram-drawing', box)) old.remove();
    box.append(drawing);
  } catch {
    // A diagram that cannot be drawn is shown as its source.
    box.classList.add('is-failed');
  }
}

async function drawAll(boxes) {
  if (boxes.length === 0) return;
  const [mermaid, words] = await Promise.all([load(), loadWords()]);
  configure(mermaid);
  for (const box of boxes) await draw(mermaid, box, words);
}

export async function refresh() {
  const boxes = all('[data-diagram]:not([data-ready])');
  for (const box of boxes) box.dataset.ready = '';
  try {
    await drawAll(boxes);
  } catch {
    for (const box of boxes) box.classList.add('is-failed');
  }
}

document.addEventListener(
  'bindery:theme',
  () => void drawAll(all('[data-diagram][data-ready]:not(.is-failed)')),
);
