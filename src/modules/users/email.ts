/** Longest address that can be delivered to (RFC 5321, 4.5.3.1.3). */
const LONGEST = 254;
/** No quoted local parts and no address literals: nobody signs in with one, and they break lists of addresses. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

/** Addresses are compared without regard to case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** True when mail could be sent to it: it has the form of an address of one person. */
export function isEmailAddress(text: string): boolean {
  return text.length <= LONGEST && ADDRESS.test(text);
}
