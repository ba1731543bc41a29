import { GitSiteParts } from './git/site-parts.js';
import { EditNavigation } from './edit-navigation.service.js';
import { EditSections } from './edit-sections.service.js';
import { EditSiteSpaces } from './edit-site-spaces.service.js';
import { ShowTranslations } from './show-translations.js';
import { SiteExternalLinksController } from './site-external-links.controller.js';
import { SiteGitController } from './site-git.controller.js';
import { SiteSectionGroupsController } from './site-section-groups.controller.js';
import { SiteSectionsController } from './site-sections.controller.js';
import { SiteSpacesController } from './site-spaces.controller.js';
import { SiteSpacesRepository } from './site-spaces.repository.js';
import { SiteSpaces } from './site-spaces.service.js';
import { SiteStructureController } from './site-structure.controller.js';
import { SiteStructureRepository } from './site-structure.repository.js';
import { SiteStructures } from './site-structures.service.js';

/** Parts of the module of sites that this folder contributes. */
export const STRUCTURE_CONTROLLERS = [
  SiteStructureController,
  SiteSpacesController,
  SiteGitController,
  SiteSectionsController,
  SiteSectionGroupsController,
  SiteExternalLinksController,
];
export const STRUCTURE_PROVIDERS = [
  SiteSpacesRepository,
  SiteSpaces,
  SiteStructureRepository,
  SiteStructures,
  EditSiteSpaces,
  EditSections,
  EditNavigation,
  ShowTranslations,
  GitSiteParts,
];
