/** Variables that are filled from the case when a reply is inserted. */
export const replyVariables = [
  'case.key',
  'case.subject',
  'case.reporter',
  'case.assignee',
  'case.product',
  'case.version',
  'account.name',
  'user.name',
] as const
export type ReplyVariable = (typeof replyVariables)[number]

export const LONGEST_NAME = 100
export const LONGEST_REPLY = 20_000
