import * as z from 'zod/mini'
import { caseProblems } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import {
  CaseKnownIssues,
  knownIssueKey,
  knownIssueProblems,
  readEveryKnownIssue,
  readKnownIssues,
} from './known-issue.ts'

const issueKey = z.string().check(z.minLength(1), z.maxLength(64))
const caseLinks = {
  tag: 'Known issues',
  url: '/api/plugins/jira/issues/known-issues',
  reply: CaseKnownIssues,
} as const

export const listCaseKnownIssues = endpoint({
  ...caseLinks,
  guard: readKnownIssues,
  name: 'listCaseKnownIssues',
  method: 'GET',
  summary: 'List the known issues of a case: the linked ones, and others that match it',
  query: z.strictObject({ issueKey }),
  problems: [caseProblems['case-not-found']],
})
export const linkKnownIssue = endpoint({
  ...caseLinks,
  guard: readEveryKnownIssue,
  name: 'linkKnownIssue',
  method: 'POST',
  summary: 'Link a case to a known issue (vendor staff)',
  query: z.strictObject({ issueKey }),
  body: z.strictObject({ key: knownIssueKey }),
  problems: [
    caseProblems['case-not-found'],
    knownIssueProblems['known-issue-not-found'],
    knownIssueProblems['known-issue-already-linked'],
  ],
})
export const unlinkKnownIssue = endpoint({
  ...caseLinks,
  guard: readEveryKnownIssue,
  name: 'unlinkKnownIssue',
  method: 'DELETE',
  summary: 'Remove the link of a case to a known issue (vendor staff)',
  query: z.strictObject({ issueKey, key: knownIssueKey }),
  problems: [
    caseProblems['case-not-found'],
    knownIssueProblems['known-issue-not-found'],
    knownIssueProblems['known-issue-not-linked'],
  ],
})
