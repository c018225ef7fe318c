import { problems } from './problem.ts'

/** Problems that any endpoint can return. */
export const kitProblems = problems({
  'sign-in-required': { status: 401, text: 'Sign in to continue.' },
  'access-denied': {
    status: 403,
    text: 'You do not have permission to do this. Ask an administrator for the permission {permission}.',
  },
  'read-only-session': { status: 403, text: 'This session is read-only. Allow changes in the bar at the top first.' },
  'not-while-impersonating': {
    status: 403,
    text: 'This cannot be done while you impersonate a user. End the impersonation first.',
  },
  'csrf-check-failed': {
    status: 403,
    text: 'The request did not come from a page of this portal. Reload the page and try again.',
  },
  'validation-failed': { status: 400, text: 'Some values are invalid. Check the fields listed here.' },
  'request-malformed': { status: 400, text: 'The HTTP request is malformed.' },
  'transfer-coding-unsupported': { status: 501, text: 'Only the transfer coding chunked is supported.' },
  'request-too-slow': { status: 408, text: 'The request timed out before it was complete.' },
  'headers-too-large': { status: 431, text: 'The request headers are too large.' },
  'body-unreadable': { status: 400, text: 'The request body cannot be read: {reason}.' },
  'not-found': { status: 404, text: 'This was not found, or you do not have permission to see it.' },
  'method-not-allowed': { status: 405, text: 'This URL does not support {method}. It supports {allowed}.' },
  'media-type-unsupported': { status: 415, text: 'This content type is not supported here.' },
  'not-acceptable': { status: 406, text: 'This URL cannot respond in the requested format.' },
  'payload-too-large': { status: 413, text: 'The request is larger than the limit ({limit}).' },
  'attachment-too-large': { status: 413, text: '{name}: attachment size exceeds limit ({limit} bytes).' },
  'attachment-type-not-allowed': { status: 415, text: '{name}: this file type is not allowed. Allowed: {allowed}.' },
  'upload-malformed': { status: 400, text: 'The upload cannot be read: {reason}.' },
  'range-not-satisfiable': { status: 416, text: 'The file has {size} bytes. The requested range is outside the file.' },
  'version-conflict': { status: 412, text: 'Another user changed this in the meantime. Reload it, then try again.' },
  'already-exists': { status: 409, text: 'This already exists.' },
  'idempotency-key-reused': { status: 422, text: 'This Idempotency-Key was already used for another request.' },
  'idempotency-key-busy': { status: 409, text: 'The first request with this Idempotency-Key is still in progress.' },
  'file-being-checked': {
    status: 423,
    text: '{name} is being scanned. You can download it when the scan is clean. Try again in a moment.',
  },
  'file-quarantined': {
    status: 409,
    text: '{name} contains {found} and is quarantined. Ask the sender for another copy. If you think that the file is clean, contact a portal operator.',
  },
  'too-many-requests': { status: 429, text: 'Too many requests. Try again in {seconds} s.' },
  'reauthentication-required': { status: 403, text: 'Sign in again to do this.' },
  'temporarily-unavailable': {
    status: 503,
    text: 'The portal cannot reach its database or its storage. Nothing was changed. Try again in a moment.',
  },
  'internal-error': {
    status: 500,
    text: 'Something went wrong on the server. Nothing was changed. Include the request ID when you report it.',
  },
})
