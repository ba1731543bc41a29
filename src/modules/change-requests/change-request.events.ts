/** Members of every event of a change request. */
export interface ChangeRequestEvent {
  organizationId: string;
  spaceId: string;
  changeRequestId: string;
  /** The actor of the event. */
  userId: string;
}

declare module '#platform/events/events.js' {
  interface EventMap {
    'change-request.created': ChangeRequestEvent;
    /** Subject, description or status changed. */
    'change-request.updated': ChangeRequestEvent;
    /** The change request points at another revision: an edit, or an update from the main content. */
    'change-request.content-updated': ChangeRequestEvent & { from: string; to: string };
    'change-request.merged': ChangeRequestEvent & { revisionId: string };
    'change-request.review-submitted': ChangeRequestEvent & {
      reviewId: string;
      status: 'approved' | 'changes-requested';
    };
    /** `requestedAt` distinguishes it from an earlier request to the same reviewer. */
    'change-request.review-requested': ChangeRequestEvent & { reviewers: string[]; requestedAt: string };
  }
}
