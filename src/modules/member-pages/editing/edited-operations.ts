/** Ids of the operations that the editor's scripts carry out, on pages and reusable contents of a space or a change request. */
export const EDITED_OPERATIONS = [
  ...['createChangeRequest', 'updateSpaceContent', 'updateChangeRequestContent', 'generateStorageUploadURL'],
  ...['uploadFile', 'postCommentInSpace', 'postCommentInChangeRequest'],
  ...['drawBlocksOfPage', 'readBlocksOfPage', 'writeMarkdownOfPage', 'notePresenceInPage', 'leavePage'],
  ...['drawBlocksOfPageOfChangeRequest', 'readBlocksOfChangeRequestPage', 'writeMarkdownOfChangeRequestPage'],
  ...['notePresenceInPageOfChangeRequest', 'leavePageOfChangeRequest'],
  ...['drawBlocksOfReusableContent', 'readBlocksOfReusableContent', 'writeMarkdownOfReusableContent'],
  ...['notePresenceInReusableContent', 'leaveReusableContent', 'leaveReusableContentOfChangeRequest'],
  ...['drawBlocksOfReusableContentOfChangeRequest', 'readBlocksOfReusableContentOfChangeRequest'],
  ...['writeMarkdownOfReusableContentOfChangeRequest', 'notePresenceInReusableContentOfChangeRequest'],
];
