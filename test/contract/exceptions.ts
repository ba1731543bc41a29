/**
 * Where our answers differ from the published contract on purpose, each with its reason. The only place for such
 * differences: a response that differs and is not listed fails its test.
 */
export interface ContractException {
  /** `METHOD /template status`; `*` matches any run of characters. */
  operation: string;
  /** Pointer into the body with `*` for indexes; absent for a status that the contract lacks. */
  at?: string;
  reason: string;
}

export const EXCEPTIONS: ContractException[] = [
  {
    operation: 'DELETE * 204',
    reason: 'Deletes answer 204 whether or not the thing existed (the contract has 205).',
  },
  {
    operation: '* 400',
    reason: 'The contract declares few errors; every operation may answer the standard error body.',
  },
  { operation: '* 401', reason: 'As 400.' },
  { operation: '* 403', reason: 'As 400.' },
  { operation: '* 404', reason: 'As 400.' },
  { operation: '* 405', reason: 'As 400.' },
  { operation: '* 409', reason: 'As 400.' },
  { operation: '* 412', reason: 'As 400.' },
  { operation: '* 413', reason: 'As 400.' },
  { operation: '* 415', reason: 'As 400.' },
  { operation: '* 429', reason: 'As 400.' },
  { operation: '* 503', reason: 'As 400.' },
  { operation: '*', at: '/error/requestId', reason: 'Our addition: names the request in the log.' },
  {
    operation: 'GET /spaces/{spaceId}/git/info 200',
    at: '/operation',
    reason: 'As later versions of the contract have it: how the last import or export goes.',
  },
];
