import { Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ContentModule } from '#modules/content/index.js';
import { GitModule } from '#modules/git/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { OpenApiModule } from '#modules/openapi/index.js';
import { SearchModule } from '#modules/search/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { MACHINE_ROUTES, MACHINES } from './machines/machines.js';
import { PageMaker } from './making/page-maker.js';
import { IntegrationBlocks } from './integration-blocks.js';
import { ThemeRoute } from './theme/theme-route.js';
import { PageViews } from './page-views.js';
import { PublishedContent } from './published-content.js';
import { ShownFiles } from './audience/shown-files.js';
import { SignIn } from './audience/sign-in.js';
import { RedirectDecisions } from './redirects/redirect-decisions.js';
import { SitePages } from './site-pages.js';
import { SiteScripts } from './site-scripts.js';
import { Admission } from './requests/admission.js';
import { SiteRequests } from './requests/site-requests.js';
import { type SiteRoute, SiteRoutes } from './requests/site-routes.js';
import { SearchRoute } from './search/search-route.js';
import { SiteSearch } from './search/site-search.js';

const ROUTES = [ThemeRoute, SearchRoute, ...MACHINE_ROUTES];

/** The pages that readers see. */
@Module({
  imports: [
    StorageModule,
    ContentModule,
    UsersModule,
    OrganizationsModule,
    OpenApiModule,
    GitModule,
    SpacesModule,
    SpaceContentModule,
    SearchModule,
    SitesModule,
  ],
  providers: [
    SiteScripts,
    IntegrationBlocks,
    PageMaker,
    PublishedContent,
    PageViews,
    Admission,
    SignIn,
    ShownFiles,
    SiteRoutes,
    RedirectDecisions,
    SitePages,
    SiteRequests,
    SiteSearch,
    ...ROUTES,
    ...MACHINES,
  ],
  exports: [
    IntegrationBlocks,
    SiteScripts,
    PublishedContent,
    PageMaker,
    PageViews,
    SiteRequests,
    SiteRoutes,
    RedirectDecisions,
    SitePages,
    SiteSearch,
    ThemeRoute,
  ],
})
export class PublishingModule implements OnModuleInit {
  constructor(
    private readonly routes: SiteRoutes,
    private readonly providers: ModuleRef,
  ) {}

  onModuleInit(): void {
    for (const route of ROUTES) this.routes.register(this.providers.get<SiteRoute>(route));
  }
}
