/** Queries, each with the page that must be among the first three; a path below `test/fixtures/search`. */
export type RelevanceQuery = [query: string, page: string];

const beefree = (queries: RelevanceQuery[]): RelevanceQuery[] =>
  queries.map(([query, page]) => [query, `beefree-sdk-docs/${page}`]);
const aep = (queries: RelevanceQuery[]): RelevanceQuery[] =>
  queries.map(([query, page]) => [query, `aep-sdks-documentation/${page}`]);
const languages = (queries: RelevanceQuery[]): RelevanceQuery[] =>
  queries.map(([query, page]) => [query, `languages/${page}`]);

const other = 'other-customizations';
const addons = 'builder-addons/addons';
const server = 'server-side-configurations/server-side-options';
const start = 'getting-started/readme';
const building = 'resources/building-mobile-extensions';
const core = 'foundation-extensions/mobile-core';

/** At least 60, by kind, so that a miss says what is weak. */
export const QUERIES: Record<string, RelevanceQuery[]> = {
  titles: [
    ...beefree([
      ['loading spinner theme', `${other}/appearance/loading-spinner-theme.md`],
      ['Custom Headers', `${other}/advanced-options/custom-headers.md`],
      ['manage users', `${start}/manage-users.md`],
      ['popup builder', 'visual-builders/popup-builder/README.md'],
      ['line height', `${other}/line-height.md`],
      ['custom css', `${other}/appearance/custom-css/README.md`],
      ['html schema', 'data-structures/simple-schema/html-schema.md'],
      ['page builder', 'visual-builders/page-builder/README.md'],
      ['self hosted saved rows', 'rows/storage/self-hosted-saved-rows.md'],
    ]),
    ...aep([
      ['wechat mini programs', 'resources/adobe-experience-platform-mini-programs-sdk/README.md'],
      ['network service', `${core}/platform-services/network-service.md`],
      ['clearing a shared state', `${building}/clearing-a-shared-state.md`],
      ['configure datastreams', 'getting-started/configure-datastreams.md'],
    ]),
  ],
  headings: [
    ...beefree([
      ['changing the tab order', `${other}/appearance/custom-tab-layout.md`],
      ['re-ordering content tiles', `${other}/appearance/content-tile-sorting.md`],
      ['what is an addon', `${addons}/addon-faqs.md`],
      ['building your own theme', `${other}/appearance/themes.md`],
      ['displaying custom errors', 'resources/error-management/file-system-provider-errors.md'],
      ['setup for account admins', `${start}/installation/set-up-two-factor-authentication.md`],
      ['supported video sources', 'visual-builders/page-builder/embedding-videos-in-a-page.md'],
      ['width settings', 'visual-builders/popup-builder/setting-layout-and-size/README.md'],
    ]),
    ...aep([
      ['clear logs panel', 'beta/project-griffon/using-project-griffon/on-device-views.md'],
      ['skeleton extension', `${building}/sample-extensions.md`],
      ['dismiss the in-app message', 'beta/iam/guides/how-to-handle-url-clicks.md'],
    ]),
  ],
  text: [
    ...beefree([
      ['rewind and fast-forward edit history', `${server}/undo-and-changes-history.md`],
      ['sidebar on the left or on the right', `${other}/appearance/custom-sidebar-position.md`],
      ['pass a JWT to the file system provider', `${other}/advanced-options/custom-headers.md`],
      ["we'll be back soon", 'resources/scheduled-maintenances.md'],
      ['unique user billing', `${start}/installation/how-the-uid-parameter-works.md`],
      [
        'countdown timers birthday cards',
        'resources/cookbook/use-dynamic-images-for-email-personalization.md',
      ],
      ['encrypted api key data store', `${addons}/partner-addons/ai-writing-assistant/data-security.md`],
      ['exit-intent popup max width', 'visual-builders/popup-builder/setting-layout-and-size/README.md'],
      ['how do I add padding around the content of a row', `${other}/content-area-padding.md`],
      ['"rewind the message to that state"', `${server}/undo-and-changes-history.md`],
    ]),
    ...aep([
      ['thread-safe FIFO queues', `${core}/platform-services/data-queue-service.md`],
      ['china performance optimization', 'resources/adobe-experience-platform-mini-programs-sdk/README.md'],
      ['asynchronous network requests', `${core}/platform-services/network-service.md`],
      ['session length background 300 seconds', `${core}/lifecycle/configuration-keys.md`],
      ['openweathermap', `${building}/sample-extensions.md`],
    ]),
  ],
  beginnings: [
    ...beefree([
      ['loading spin', `${other}/appearance/loading-spinner-theme.md`],
      ['two-factor auth', `${start}/installation/set-up-two-factor-authentication.md`],
      ['stabili', `${addons}/partner-addons/stability-ai.md`],
      ['co-edit', `${other}/collaborative-editing/co-editing-integration-guide.md`],
      ['anthr', `${addons}/partner-addons/ai-writing-assistant/available-providers/anthropic.md`],
      ['fav', `${server}/services-options/add-a-favicon-to-emails.md`],
      ['sched maint', 'resources/scheduled-maintenances.md'],
    ]),
    ...aep([['wech', 'resources/adobe-experience-platform-mini-programs-sdk/README.md']]),
  ],
  misspelt: [
    ...beefree([
      ['loading spiner', `${other}/appearance/loading-spinner-theme.md`],
      ['favicno', `${server}/services-options/add-a-favicon-to-emails.md`],
      ['scheduled maintenence', 'resources/scheduled-maintenances.md'],
      ['anthropc', `${addons}/partner-addons/ai-writing-assistant/available-providers/anthropic.md`],
      ['manage subscritions', `${start}/manage-subscriptions.md`],
      ['colaborative editng', `${other}/collaborative-editing/co-editing-integration-guide.md`],
    ]),
    ...aep([
      ['thread-safe queus', `${core}/platform-services/data-queue-service.md`],
      ['configre datastrems', 'getting-started/configure-datastreams.md'],
    ]),
  ],
  identifiers: [
    ...beefree([
      ['loadingSpinnerTheme', `${other}/appearance/loading-spinner-theme.md`],
      ["sidebarPosition: 'right'", `${other}/appearance/custom-sidebar-position.md`],
      ['loadConfig', `${start}/installation/configuration-parameters/configuration-reload.md`],
      ['contentWidthMobile', 'visual-builders/popup-builder/setting-layout-and-size/README.md'],
      ['simple_html.schema.json', 'data-structures/simple-schema/html-schema.md'],
      ['comment.schema.json', 'data-structures/comments-schema/README.md'],
      ['/v1/conversion/html-to-json', 'apis/html-importer-api/import-html.md'],
      ['X-BEE-Authorization', `${other}/advanced-options/custom-headers.md`],
      ['BeePlugin.js', 'resources/scheduled-maintenances.md'],
      ['line-height-select--cs', `${other}/appearance/custom-css/README.md`],
      ['{{ event_date }}', 'resources/cookbook/use-dynamic-images-for-email-personalization.md'],
      ['spinner theme dark', `${other}/appearance/loading-spinner-theme.md`],
      ['head.meta.favicon', `${server}/services-options/add-a-favicon-to-emails.md`],
    ]),
    ...aep([
      ['adbinapp://', 'beta/iam/guides/how-to-handle-url-clicks.md'],
      ['MobileCore.getApplication()', `${building}/get-the-application-context.md`],
      ['lifecycle.sessionTimeout', `${core}/lifecycle/configuration-keys.md`],
      ['PersistentHitQueue', `${core}/platform-services/data-queue-service.md`],
      ['MySharedStateListener.java', `${building}/monitoring-shared-states.md`],
      [
        'AEPAudience 3.0.4',
        'using-mobile-extensions/adobe-audience-manager/adobe-audience-manager-release-notes.md',
      ],
      ['android.app.Application', `${building}/get-the-application-context.md`],
    ]),
  ],
  languages: languages([
    ['zugange', 'deutsch-zugaenge.md'],
    ['Schlüssel', 'deutsch-zugaenge.md'],
    ['osterreich', 'deutsch-lieferung.md'],
    ['strassenadressen', 'deutsch-zugaenge.md'],
    ['échéance', 'francais-facturation.md'],
    ['pieces jointes', 'francais-facturation.md'],
    ["l'envoi des sauvegardes", 'francais-sauvegarde.md'],
    ['contrasena', 'espanol-instalacion.md'],
    ['ninos', 'espanol-instalacion.md'],
    ['configuracao', 'portugues-configuracao.md'],
    ['zalozyc konto', 'polski-konto.md'],
    ['isik modu', 'tuerkce-ayarlar.md'],
    ['IZINLER', 'tuerkce-ayarlar.md'],
    ['uloziste souboru', 'cestina-uloziste.md'],
    ['отчеты', 'russkij-otchety.md'],
    ['Расписание', 'russkij-otchety.md'],
    ['користувачів', 'ukrainska-dostup.md'],
    ['ειδοποιησεις', 'ellinika-eidopoiiseis.md'],
    ['الفاتورة', 'arabic-payments.md'],
    ['ترسل نسخة', 'arabic-payments.md'],
    ['כותרות', 'hebrew-search.md'],
    ['负载均衡', 'zhongwen-bushu.md'],
    ['备份数据库', 'zhongwen-bushu.md'],
    ['审计日志', 'zhongwen-quanxian.md'],
    ['角色', 'zhongwen-quanxian.md'],
    ['プッシュ通知', 'nihongo-tsuchi.md'],
    ['データベース', 'nihongo-deeta.md'],
    ['購読', 'nihongo-tsuchi.md'],
    ['환경 변수', 'hangugeo-baepo.md'],
    ['데이터베이스', 'hangugeo-baepo.md'],
    ['ผลลัพธ์', 'thai-kankhontha.md'],
    ['mat khau', 'tieng-viet-cai-dat.md'],
    ['पासवर्ड', 'hindi-khata.md'],
  ]),
};
