import { defineEvent } from '#kit/contract/event.ts'

export const knownIssueDeclared = defineEvent('known-issue.declared', 'vendor')
export const knownIssueEdited = defineEvent('known-issue.edited', 'vendor')
/** For vendor staff alone: the key of an unpublished known issue is not for customers. */
export const knownIssueLinked = defineEvent('case.known-issue-linked', 'vendor')
export const knownIssueUnlinked = defineEvent('case.known-issue-unlinked', 'vendor')
