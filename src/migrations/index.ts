import { CreateIdentity1772000000000 } from './1772000000000-create-identity.js';
import { CreateWorkspace1772000000050 } from './1772000000050-create-workspace.js';
import { CreateContentStore1772000000100 } from './1772000000100-create-content-store.js';
import { CreateStorage1772000000120 } from './1772000000120-create-storage.js';
import { CreateChangeRequests1772000000150 } from './1772000000150-create-change-requests.js';
import { CreateGit1772000000170 } from './1772000000170-create-git.js';
import { CreateSites1772000000200 } from './1772000000200-create-sites.js';
import { CreateLinks1772000000310 } from './1772000000310-create-links.js';
import { CreateFormerPaths1772000000311 } from './1772000000311-create-former-paths.js';
import { CreateSearch1772000000320 } from './1772000000320-create-search.js';
import { CreateOpenApi1772000000330 } from './1772000000330-create-openapi.js';
import { CreatePdfExports1772000000340 } from './1772000000340-create-pdf-exports.js';
import { CreateComments1772000000350 } from './1772000000350-create-comments.js';
import { CreateImports1772000000360 } from './1772000000360-create-imports.js';
import { CreateSiteStructure1772000000400 } from './1772000000400-create-site-structure.js';
import { CreateSiteExternalLinks1772000000410 } from './1772000000410-create-site-external-links.js';
import { CreateSiteAudience1772000000420 } from './1772000000420-create-site-audience.js';
import { CreateSiteAddresses1772000000440 } from './1772000000440-create-site-addresses.js';
import { CreateSiteRedirects1772000000441 } from './1772000000441-create-site-redirects.js';
import { CreateSiteCustomizations1772000000450 } from './1772000000450-create-site-customizations.js';
import { CreateInsights1772000000480 } from './1772000000480-create-insights.js';
import { CreateSessions1772000000490 } from './1772000000490-create-sessions.js';
import { AddSiteAds1772000000495 } from './1772000000495-add-site-ads.js';
import { CreateAuditEvents1772000000500 } from './1772000000500-create-audit-events.js';
import { AddProofToTokens1772000000501 } from './1772000000501-add-proof-to-tokens.js';
import { CreateSignInLinks1772000000515 } from './1772000000515-create-sign-in-links.js';
import { MarkSessions1772000000516 } from './1772000000516-mark-sessions.js';
import { CreateInvites1772000000520 } from './1772000000520-create-invites.js';
import { CreateSaml1772000000530 } from './1772000000530-create-saml.js';
import { CreateAgentInstructions1772000000540 } from './1772000000540-create-agent-instructions.js';
import { AddLastSeenToMembers1772000000541 } from './1772000000541-add-last-seen-to-members.js';
import { ExtendOpenApiSpecs1772000000550 } from './1772000000550-extend-openapi-specs.js';
import { CreateMutedMailTopics1772000000560 } from './1772000000560-create-muted-mail-topics.js';
import { CreateIntegrations1772000000600 } from './1772000000600-create-integrations.js';
import { ExtendIntegrations1772000000610 } from './1772000000610-extend-integrations.js';
import { AddVisitorBackends1772000000640 } from './1772000000640-add-visitor-backends.js';
import { NameVisitorIntegrations1772000000620 } from './1772000000620-name-visitor-integrations.js';
import { AgreeOnScopes1772000000621 } from './1772000000621-agree-on-scopes.js';
import { CreateIntegrationQueues1772000000630 } from './1772000000630-create-integration-queues.js';
import { CreateConversations1772000000700 } from './1772000000700-create-conversations.js';
import { AddClusterTerms1772000000710 } from './1772000000710-add-cluster-terms.js';
import { CreateTranslations1772000000800 } from './1772000000800-create-translations.js';
import { CreateTranslationMemory1772000000810 } from './1772000000810-create-translation-memory.js';
import { OrderPageIndexes1772000000820 } from './1772000000820-order-page-indexes.js';
import { AddTranslationCosts1772000000830 } from './1772000000830-add-translation-costs.js';
import { IndexPageMarks1772000000840 } from './1772000000840-index-page-marks.js';
import { IndexHyphenatedWords1772000000850 } from './1772000000850-index-hyphenated-words.js';
import { ProveProxies1772000000870 } from './1772000000870-prove-proxies.js';
import { IndexByWhatDiffers1772000000880 } from './1772000000880-index-by-what-differs.js';
import { LetterSectionIds1772000000890 } from './1772000000890-letter-section-ids.js';
import { CountSpecificationProblems1772000000910 } from './1772000000910-count-specification-problems.js';
import { UniteAddressClaims1772000000920 } from './1772000000920-unite-address-claims.js';

/** Every schema change, oldest first. A migration is never edited after it was released. */
export const migrations = [
  CreateIdentity1772000000000,
  CreateWorkspace1772000000050,
  CreateContentStore1772000000100,
  CreateStorage1772000000120,
  CreateChangeRequests1772000000150,
  CreateGit1772000000170,
  CreateSites1772000000200,
  CreateLinks1772000000310,
  CreateFormerPaths1772000000311,
  CreateSearch1772000000320,
  CreateOpenApi1772000000330,
  CreatePdfExports1772000000340,
  CreateComments1772000000350,
  CreateImports1772000000360,
  CreateSiteStructure1772000000400,
  CreateSiteExternalLinks1772000000410,
  CreateSiteAudience1772000000420,
  CreateSiteAddresses1772000000440,
  CreateSiteRedirects1772000000441,
  CreateSiteCustomizations1772000000450,
  CreateInsights1772000000480,
  CreateSessions1772000000490,
  AddSiteAds1772000000495,
  CreateAuditEvents1772000000500,
  AddProofToTokens1772000000501,
  CreateSignInLinks1772000000515,
  MarkSessions1772000000516,
  CreateInvites1772000000520,
  CreateSaml1772000000530,
  CreateAgentInstructions1772000000540,
  AddLastSeenToMembers1772000000541,
  ExtendOpenApiSpecs1772000000550,
  CreateMutedMailTopics1772000000560,
  CreateIntegrations1772000000600,
  ExtendIntegrations1772000000610,
  NameVisitorIntegrations1772000000620,
  AgreeOnScopes1772000000621,
  CreateIntegrationQueues1772000000630,
  AddVisitorBackends1772000000640,
  CreateConversations1772000000700,
  AddClusterTerms1772000000710,
  CreateTranslations1772000000800,
  CreateTranslationMemory1772000000810,
  OrderPageIndexes1772000000820,
  AddTranslationCosts1772000000830,
  IndexPageMarks1772000000840,
  IndexHyphenatedWords1772000000850,
  ProveProxies1772000000870,
  IndexByWhatDiffers1772000000880,
  LetterSectionIds1772000000890,
  CountSpecificationProblems1772000000910,
  UniteAddressClaims1772000000920,
];
