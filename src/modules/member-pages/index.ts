export { counted } from './counted.js';
export { MemberPagesModule } from './member-pages.module.js';
export { MemberRequests } from './member-requests.js';
export { AppRoute, MemberRoutes } from './member-routes.js';
export { hasScopes, type MemberRequest, requireScopes, type VisitorRequest } from './member-request.js';
export { MemberShell } from './member-shell.js';
export { openPage } from './member-document.js';
export { type ShownPage, type ShellPage, shownPage } from './shell/shown-page.js';
export { answerForms, type FormAction, type FormState, seeOther, textOf } from './form-actions.js';
export { showOrSubmit } from './form-page.js';
export { PostForm, refuseScripts } from './forms.js';
export { draftPlace } from './preview/preview-places.js';
export { encodePath } from './preview/preview-bar.js';
export { hasFormFiles, readFileText, readOwnFiles } from './form-files.js';
export {
  ButtonForm,
  Choice,
  Copyable,
  CopyableText,
  Danger,
  Empty,
  Field,
  Hidden,
  LongField,
  type Option,
  RowChoice,
  Section,
  Submit,
  Tick,
} from './fields.js';
export { Outcome } from './outcome.js';
export { MemberTable } from './member-table.js';
export { RunProgressView, WarningReport } from './imports/run-report.js';
export { GIT_STATES, groupWarnings, type RunState } from './imports/import-report.js';
export { folderProgress } from './imports/run-progress.js';
export { reviewUrls } from './review/review-urls.js';
export { MoreLink } from './more-link.js';
export { Ago } from './shell/ago.js';
export { Face, FaceName, type Person } from './shell/face.js';
export { SpaceMark } from './shell/sidebar.js';
export { validBody } from './valid-body.js';
export { IntegrationForms } from './integrations/integration-forms.js';
export { runsScripts, scopeWords } from './integrations/scope-words.js';
export { SettingsForm } from './integrations/settings-form.js';
