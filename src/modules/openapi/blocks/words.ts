/** The few words that stand between what a specification says itself. */
export interface ReferenceWords {
  path: string;
  query: string;
  header: string;
  cookie: string;
  body: string;
  responses: string;
  example: string;
  authorization: string;
  servers: string;
  required: string;
  deprecated: string;
  readOnly: string;
  writeOnly: string;
  recursive: string;
  oneOf: string;
  allowed: string;
  default: string;
  more: string;
  missing: string;
  deleted: string;
}

const ENGLISH: ReferenceWords = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Header parameters',
  cookie: 'Cookie parameters',
  body: 'Request body',
  responses: 'Responses',
  example: 'Example',
  authorization: 'Authorization',
  servers: 'Servers',
  required: 'required',
  deprecated: 'deprecated',
  readOnly: 'read only',
  writeOnly: 'write only',
  recursive: 'as above',
  oneOf: 'One of',
  allowed: 'Allowed',
  default: 'Default',
  more: 'More is in the specification.',
  missing: 'This part of the specification is not available.',
  deleted: 'The specification was deleted; this is what it said last.',
};

const GERMAN: ReferenceWords = {
  path: 'Pfadparameter',
  query: 'Abfrageparameter',
  header: 'Kopfzeilen',
  cookie: 'Cookies',
  body: 'Anfrageinhalt',
  responses: 'Antworten',
  example: 'Beispiel',
  authorization: 'Autorisierung',
  servers: 'Server',
  required: 'erforderlich',
  deprecated: 'veraltet',
  readOnly: 'nur lesen',
  writeOnly: 'nur schreiben',
  recursive: 'wie oben',
  oneOf: 'Eines von',
  allowed: 'Erlaubt',
  default: 'Vorgabe',
  more: 'Mehr steht in der Spezifikation.',
  missing: 'Dieser Teil der Spezifikation ist nicht verfügbar.',
  deleted: 'Die Spezifikation wurde gelöscht; so lautete sie zuletzt.',
};

const FRENCH: ReferenceWords = {
  path: 'Paramètres de chemin',
  query: 'Paramètres de requête',
  header: 'En-têtes',
  cookie: 'Cookies',
  body: 'Corps de la requête',
  responses: 'Réponses',
  example: 'Exemple',
  authorization: 'Autorisation',
  servers: 'Serveurs',
  required: 'obligatoire',
  deprecated: 'obsolète',
  readOnly: 'lecture seule',
  writeOnly: 'écriture seule',
  recursive: 'comme ci-dessus',
  oneOf: 'L’un de',
  allowed: 'Valeurs',
  default: 'Par défaut',
  more: 'La suite est dans la spécification.',
  missing: 'Cette partie de la spécification n’est pas disponible.',
  deleted: 'La spécification a été supprimée ; voici son dernier état.',
};

const SPANISH: ReferenceWords = {
  path: 'Parámetros de ruta',
  query: 'Parámetros de consulta',
  header: 'Cabeceras',
  cookie: 'Cookies',
  body: 'Cuerpo de la solicitud',
  responses: 'Respuestas',
  example: 'Ejemplo',
  authorization: 'Autorización',
  servers: 'Servidores',
  required: 'obligatorio',
  deprecated: 'obsoleto',
  readOnly: 'solo lectura',
  writeOnly: 'solo escritura',
  recursive: 'como arriba',
  oneOf: 'Uno de',
  allowed: 'Valores',
  default: 'Por defecto',
  more: 'El resto está en la especificación.',
  missing: 'Esta parte de la especificación no está disponible.',
  deleted: 'La especificación se ha eliminado; este es su último estado.',
};

const BY_LANGUAGE: Record<string, ReferenceWords> = { de: GERMAN, fr: FRENCH, es: SPANISH };

export function referenceWords(language: string | undefined): ReferenceWords {
  return BY_LANGUAGE[(language ?? '').slice(0, 2).toLowerCase()] ?? ENGLISH;
}
