import type { NextFunction, Request, Response } from 'express';
import type { Urls } from './urls.js';

const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#24292f"/>' +
  '<path d="M9 7h10a4 4 0 0 1 4 4v14H13a4 4 0 0 1-4-4z" fill="#fff"/><path d="M13 12h6M13 16h6" stroke="#24292f" stroke-width="2"/></svg>';

/** Answers those who ask for the server itself: a browser is led to the pages of members, a program is told where things are. */
export function entrance(urls: Urls) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    if (request.path === '/favicon.ico') {
      response.setHeader('Cache-Control', 'public, max-age=86400');
      response
        .setHeader('Content-Type', 'image/svg+xml')
        .end(request.method === 'HEAD' ? undefined : FAVICON);
    } else if (request.path !== '/') next();
    else if (/\btext\/html\b/.test(request.headers.accept ?? '')) {
      response.setHeader('Vary', 'Accept');
      response.redirect(302, urls.app());
    } else {
      response.setHeader('Vary', 'Accept');
      response.json({
        api: urls.api(),
        explorer: urls.at('docs'),
        openapi: urls.at('openapi.json'),
        app: urls.app(),
      });
    }
  };
}
