/** Addresses of the pages about the people of an organization. */
export interface PeopleUrls {
  /** The list of members. */
  root: string;
  invitations: string;
  links: string;
  teams: string;
  member: (userId: string) => string;
  /** Sessions of a member, and a link for one who is locked out. */
  signInOf: (userId: string) => string;
  /** The organization as a member sees it. */
  seenBy: (userId: string) => string;
  team: (teamId: string) => string;
}

/** @param base path of PUBLIC_URL. */
export function peopleUrls(base: string, organizationId: string): PeopleUrls {
  const root = `${base}/app/o/${encodeURIComponent(organizationId)}/people`;
  return {
    root,
    invitations: `${root}/invitations`,
    links: `${root}/links`,
    teams: `${root}/teams`,
    member: (userId) => `${root}/members/${encodeURIComponent(userId)}`,
    signInOf: (userId) => `${root}/members/${encodeURIComponent(userId)}/sign-in`,
    seenBy: (userId) => `${root}/members/${encodeURIComponent(userId)}/sees`,
    team: (teamId) => `${root}/teams/${encodeURIComponent(teamId)}`,
  };
}
