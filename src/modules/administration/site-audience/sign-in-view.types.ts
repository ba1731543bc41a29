import type { FormState } from '#modules/member-pages/index.js';
import type {
  AdaptiveSchema,
  CheckedToken,
  PublishingAuth,
  SiteRow,
  TrialVisitor,
} from '#modules/sites/index.js';

/** Answers of the forms that only look something up. */
export interface Found {
  isKeyShown?: boolean;
  /** The visitor that was made up, and the preview with the same claims. */
  trial?: TrialVisitor & { preview: string | null };
  checked?: CheckedToken;
}

/** Data of the page about the sign-in of visitors. */
export interface SignInView {
  row: SiteRow;
  auth: PublishingAuth;
  schema: AdaptiveSchema | null;
  /** Address of the site for readers. */
  address: string;
  found: Found;
  state: FormState;
}
