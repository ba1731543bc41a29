import { BadRequest } from '#platform/http/errors.js';
import { PROTOCOL, SIGNATURE } from '../response/saml-names.js';
import { childrenOf, descendants, parseXml, type XmlElement } from '../response/xml.js';

/** Many times what one provider says; lists of whole federations are larger. */
export const MAX_METADATA_BYTES = 256 * 1024;
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Settings of a provider, as its metadata says them. */
export interface ProviderMetadata {
  entityID: string;
  ssoURL: string;
  /** Signing certificates as PEM. */
  certificate: string;
  /** True when the provider wants signed requests, which it does not get. */
  wantsSignedRequests: boolean;
}

/**
 * Reads the metadata of one identity provider (SAML 2.0). Document types are refused, so that no entity is resolved.
 * @throws BadRequest saying what is wrong with it.
 */
export function readMetadata(xml: string): ProviderMetadata {
  const provider = onlyProvider(read(xml));
  const entityID = provider.entity.attributes.get('entityID') ?? '';
  const { descriptor } = provider;
  const service = childrenOf(descriptor, METADATA, 'SingleSignOnService').find(
    ({ attributes }) => attributes.get('Binding') === REDIRECT,
  );
  const ssoURL = service?.attributes.get('Location') ?? '';
  if (entityID === '') throw wrong('it does not name the provider (entityID)');
  if (ssoURL === '')
    throw wrong(
      'it has no address for sign-ins with the binding HTTP-Redirect; turn that on at the provider',
    );
  return {
    ...{ entityID, ssoURL, certificate: certificatesOf(descriptor) },
    wantsSignedRequests: ['true', '1'].includes(descriptor.attributes.get('WantAuthnRequestsSigned') ?? ''),
  };
}

function read(xml: string): XmlElement {
  if (Buffer.byteLength(xml) > MAX_METADATA_BYTES)
    throw wrong('it is too large; give that of the provider alone, not of a whole federation');
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw wrong('it holds a document type, which is not taken');
  try {
    return parseXml(xml.replace(/^\uFEFF/, '').trim());
  } catch {
    throw wrong('it is not well-formed XML');
  }
}

function onlyProvider(root: XmlElement): { entity: XmlElement; descriptor: XmlElement } {
  const found = descendants(root)
    .filter(({ name, namespace }) => name === 'EntityDescriptor' && namespace === METADATA)
    .flatMap((entity) =>
      childrenOf(entity, METADATA, 'IDPSSODescriptor')
        .filter(isSaml2)
        .map((descriptor) => ({ entity, descriptor })),
    );
  const [one, another] = found;
  if (another) throw wrong('it describes several identity providers; give that of one');
  if (!one) throw wrong('it describes no identity provider of SAML 2.0 (IDPSSODescriptor)');
  return one;
}

function isSaml2({ attributes }: XmlElement): boolean {
  return (attributes.get('protocolSupportEnumeration') ?? PROTOCOL).split(/\s+/).includes(PROTOCOL);
}

/** Keys without a use are for signing, too. */
function certificatesOf(descriptor: XmlElement): string {
  const certificates = childrenOf(descriptor, METADATA, 'KeyDescriptor')
    .filter(({ attributes }) => attributes.get('use') !== 'encryption')
    .flatMap(descendants)
    .filter(({ name, namespace }) => name === 'X509Certificate' && namespace === SIGNATURE)
    .map(({ text }) => text.replace(/\s+/g, ''));
  if (certificates.length === 0) throw wrong('it has no signing certificate');
  return [...new Set(certificates)]
    .map((text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`)
    .join('\n');
}

const wrong = (reason: string) => new BadRequest(`Metadata: ${reason}.`);
