export { SpaceLooks } from './published/space-looks.js';
export { AddressClaims } from './addresses/claims/address-claims.service.js';
export { SiteAddress, type SiteLocation, type SitePlace, type SiteTarget } from './addresses/site-address.js';
export { decodePath, restOf } from './redirects/redirect-source.js';
export { SiteRedirectEntity } from './redirects/site-redirect.entity.js';
export { presentSiteRedirect } from './redirects/site-redirect.presenter.js';
export {
  BulkRedirectBody,
  CreateSiteRedirectBody,
  type RedirectDestinationBody,
  SiteRedirectResource,
  UpdateSiteRedirectBody,
} from './redirects/site-redirect.dto.js';
export type { RedirectOrder } from './redirects/site-redirects.repository.js';
export type { RedirectPreview } from './redirects/redirect-changes.js';
export { REDIRECT_ORDERS } from './redirects/site-redirects.repository.js';
export { SiteRedirects } from './redirects/site-redirects.service.js';
export { type LocatedSite, SiteLocator } from './addresses/site-locator.js';
export {
  ANYBODY,
  customizationOf,
  defaultSpaceOf,
  pathOfSpace,
  type PublishedSection,
  type PublishedSite,
  type PublishedSiteNode,
  type PublishedSpace,
  splitSitePath,
  urlPathOf,
  type Visitor,
} from './published/published-site.js';
export { type VisitorBackend, VisitorBackends } from './audience/visitor-backends.js';
export {
  type Identified,
  type Refusal,
  splitShareKey,
  takesTokens,
  type VisitorCredentials,
  Visitors,
  visitorWith,
} from './audience/visitors.js';
export { type Preview, PREVIEW_SEGMENT, SitePreviews } from './audience/site-previews.js';
export { type DraftLooks, type DraftSpace, draftSite } from './published/draft-site.js';
export { PublicSites } from './published/public-sites.js';
export { SitePublishing } from './published/site-publishing.js';
export { visibleTo, withOnly } from './published/visible-site.js';
export { CreateCustomFontBody, UpdateCustomFontBody } from './customization/custom-font.dto.js';
export { type FontView, CustomFonts } from './customization/custom-fonts.service.js';
export { CustomizationImages } from './customization/customization-images.js';
export { presentCustomization } from './customization/customization.presenter.js';
export { checkCustomization } from './customization/check-customization.js';
export { Customizations } from './customization/customizations.service.js';
export { DEFAULT_CUSTOMIZATION } from './customization/customization-defaults.js';
export { fontDefinition } from './customization/font-definitions.js';
export { LookDrafts } from './customization/look-drafts.js';
export { settingsByPath } from './customization/merge-customization.js';
export { SiteStructures } from './structure/site-structures.service.js';
export type {
  CustomizationLink,
  CustomizationOverrides,
  FontDefinition,
  SiteCustomization,
  Themed,
} from './customization/customization-schema.js';
export { SiteEntity, type SiteVisibility } from './site/site.entity.js';
export { SiteSpaces } from './structure/site-spaces.service.js';
export { SiteSpaceEntity } from './structure/site-space.entity.js';
export { SiteSectionEntity } from './structure/site-section.entity.js';
export { SiteSectionGroupEntity } from './structure/site-section-group.entity.js';
export { SitesModule } from './sites.module.js';
export { Sites } from './site/sites.service.js';
export type {} from './site/site.events.js';
export { CreateSiteBody, SiteParams, SiteResource, UpdateSiteBody } from './site/site.dto.js';
export { siteVerdict } from './site/site.policy.js';
export type { SiteLosses } from './site/site-losses.js';
export type { SiteStructure } from './structure/model/site-structure.js';
export { presentStructure, type StructureView } from './structure/structure.presenter.js';
export { EditSections } from './structure/edit-sections.service.js';
export { EditSiteSpaces } from './structure/edit-site-spaces.service.js';
export { EditNavigation } from './structure/edit-navigation.service.js';
export { type Destination, findItem, placeOf, type StructureItem } from './structure/model/moving.js';
export {
  STRUCTURE_ITEM_TYPES,
  type StructureItemType,
  type StructurePointer,
} from './structure/model/item-types.js';
export type { SeenValues } from './structure/model/as-seen.js';
export type { SiteKey } from './structure/site-structures.service.js';
export { PublishedUrls } from './published/published-url.js';
export { SiteExternalLinkEntity } from './structure/site-external-link.entity.js';
export {
  AddExternalLinkBody,
  AddSectionBody,
  AddSectionGroupBody,
  AddSiteSpaceBody,
  UpdateExternalLinkBody,
  UpdateSectionBody,
  UpdateSectionGroupBody,
  UpdateSiteSpaceBody,
} from './structure/structure.dto.js';
export type {
  NavigationResource,
  SiteExternalLinkResource,
  SiteSectionGroupResource,
  SiteSectionResource,
  SiteSpaceResource,
  StructureItemResource,
} from './structure/structure.resources.js';
export { ShareLinks, type ShareLinkView } from './audience/share-links.service.js';
export { type PublishingAuth, SitePublishingAuth } from './audience/publishing-auth.service.js';
export { UpdatePublishingAuthBody } from './audience/publishing-auth.dto.js';
export { CreateShareLinkBody, UpdateShareLinkBody } from './audience/share-link.dto.js';
export { presentShareLink } from './audience/share-link.presenter.js';
export { MemberVisitors } from './audience/member-visitors.js';
export { type CheckedToken, type TrialVisitor, VisitorTrials } from './audience/visitor-trials.js';
export { MAX_TOKEN_LENGTH, type TokenFault } from './audience/visitor-tokens.js';
export { AdaptiveSchemas, type StoredSchema } from './audience/adaptive-schema.service.js';
export type { AdaptiveSchema, ClaimSchema } from './audience/adaptive-schema.js';
export type { TemplateCondition } from './audience/template-conditions.js';
export { AddressClaimEntity } from './addresses/claims/address-claim.entity.js';
export { challengeName, domainOf, GRACE_DAYS } from './addresses/claims/address-claim.state.js';
export { AddressEvidence } from './addresses/claims/address-evidence.js';
export { CustomHostnames } from './addresses/hostnames/custom-hostnames.service.js';
export { SiteProxies } from './addresses/proxies/site-proxies.service.js';
export { presentSite } from './site/site.presenter.js';
export type { SiteRow } from './site/sites.repository.js';
export { SiteStructureResource } from './structure/structure.resources.js';
