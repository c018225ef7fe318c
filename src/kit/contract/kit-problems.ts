import en from './messages/en.json' with { type: 'json' }
import { problems } from './problem.ts'

/** Problems that any endpoint can return. */
export const kitProblems = problems(en.problems, {
  'sign-in-required': 401,
  'access-denied': 403,
  'read-only-session': 403,
  'not-while-impersonating': 403,
  'csrf-check-failed': 403,
  'validation-failed': 400,
  'request-malformed': 400,
  'transfer-coding-unsupported': 501,
  'request-too-slow': 408,
  'headers-too-large': 431,
  'body-unreadable': 400,
  'not-found': 404,
  'method-not-allowed': 405,
  'media-type-unsupported': 415,
  'not-acceptable': 406,
  'payload-too-large': 413,
  'version-conflict': 412,
  'already-exists': 409,
  'idempotency-key-reused': 422,
  'idempotency-key-busy': 409,
  'file-being-checked': 423,
  'file-quarantined': 409,
  'too-many-requests': 429,
  'reauthentication-required': 403,
  'temporarily-unavailable': 503,
  'internal-error': 500,
})
