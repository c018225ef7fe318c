/** Why a mail did not become a comment. */
export const rejectionReasons = [
  'AUTOMATIC',
  'BOUNCE',
  'LOOP',
  'FORGED_TOKEN',
  'NOT_AUTHENTICATED',
  'OTHER_SENDER',
  'NO_ACCESS',
  'DUPLICATE',
  'EMPTY',
  'TOO_LONG',
  'TOO_LARGE',
  'TOO_MANY_PARTS',
  'TOO_MANY_RECIPIENTS',
  'UNREADABLE',
  'WRAPPED',
  'MEETING_ANSWER',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]
