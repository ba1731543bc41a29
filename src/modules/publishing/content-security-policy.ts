import { createHash } from 'node:crypto';

/**
 * Runs before the first paint: marks that scripts run, and applies the theme the reader chose. Kept tiny because it is
 * part of every page. Storage may be forbidden, hence the try.
 */
export const THEME_SCRIPT =
  "(function(e){e.classList.add('js');try{var t=localStorage.getItem('bindery-theme');" +
  "if(t==='light'||t==='dark')e.setAttribute('data-theme',t)}catch(_){}})(document.documentElement)";

const scriptHash = createHash('sha256').update(THEME_SCRIPT).digest('base64');

/**
 * Value of the `Content-Security-Policy` header of published pages. Only our own files and the one script above run.
 * Style attributes are allowed because formulas and widths need them; what writers type never becomes one.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${scriptHash}'`,
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  'img-src * data:',
  'media-src *',
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');
