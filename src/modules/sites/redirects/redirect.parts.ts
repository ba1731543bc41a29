import { RedirectDestinations } from './redirect-destinations.js';
import { RedirectLoops } from './redirect-loops.js';
import { SiteRedirectsController } from './site-redirects.controller.js';
import { SiteRedirectsRepository } from './site-redirects.repository.js';
import { SiteRedirects } from './site-redirects.service.js';

/** Parts of the module of sites that concern redirects. */
export const REDIRECT_CONTROLLERS = [SiteRedirectsController];
export const REDIRECT_PROVIDERS = [
  SiteRedirectsRepository,
  SiteRedirects,
  RedirectDestinations,
  RedirectLoops,
];
