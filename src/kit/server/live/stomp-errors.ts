/** Why a frame was rejected: the `code` of the ERROR frame, and its text. */
export const problems = {
  'frame-malformed': 'This is not a STOMP frame.',
  'frame-too-large': 'The frame is larger than allowed.',
  'command-unknown': 'This command is not known.',
  'version-unsupported': 'STOMP 1.0, 1.1 and 1.2 are spoken here.',
  'not-connected': 'The first frame must be CONNECT.',
  'already-connected': 'The connection is open already.',
  'header-missing': 'The frame lacks a header that it needs.',
  'header-invalid': 'A header of the frame has a wrong value.',
  'transactions-unsupported': 'Transactions are not supported.',
  'destination-unknown': 'There is no such destination.',
  'destination-denied': 'You are not allowed to use this destination.',
  'subscription-exists': 'A subscription with this id exists already.',
  'subscriptions-too-many': 'This connection has as many subscriptions as it may have.',
  'body-invalid': 'The body is not what this destination takes.',
  'internal-error': 'Something went wrong here.',
} as const

export type ProblemCode = keyof typeof problems

/** A frame that causes an ERROR frame, after which the connection ends (STOMP 1.2, ERROR). */
export class StompError extends Error {
  readonly code: string
  constructor(code: ProblemCode, detail?: string)
  constructor(code: string, detail: string)
  constructor(code: string, detail?: string) {
    super(detail ?? (problems as Readonly<Record<string, string>>)[code] ?? code)
    this.code = code
  }
}
