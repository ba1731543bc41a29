export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
export const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** The only algorithms a signature may name, by the element that names them: nothing with SHA-1, and no way to sign less than what is read. */
export const ALGORITHMS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'SignatureMethod',
    new Set([
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    ]),
  ],
  [
    'DigestMethod',
    new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']),
  ],
  ['CanonicalizationMethod', new Set(['http://www.w3.org/2001/10/xml-exc-c14n#'])],
  [
    'Transform',
    new Set([
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ]),
  ],
]);
