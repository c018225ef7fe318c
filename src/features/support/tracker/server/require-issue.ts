import { inTransaction } from '#kit/server/serve/transaction.ts'
import { storeIssue } from './issue-store.ts'
import { issueFields, type SentCase } from './sent-case.ts'
import type { Side } from './side.ts'

/** The id of the issue of a case, which is created where there is none; one that may exist is searched first. */
export async function requireIssue(side: Side, sentCase: SentCase, isPossible: boolean): Promise<string> {
  if (sentCase.trackerId !== null) return sentCase.trackerId
  const { portal, connection, tracker, project } = side
  const { custom = {}, priorityName } = issueFields(sentCase, project)
  const fields = { ...sentCase, custom, priorityName, typeName: project.typeMap[sentCase.type] }
  const issueThere = isPossible
    ? await tracker.find(project.projectKey, { caseKey: sentCase.key, subject: sentCase.subject })
    : undefined
  if (issueThere) await tracker.edit({ id: issueThere.id, caseKey: sentCase.key }, issueFields(sentCase, project))
  const issue = issueThere ?? (await tracker.create(project.projectKey, { ...fields, caseKey: sentCase.key }))
  await inTransaction(portal.db, (tx) => storeIssue(tx, connection, sentCase.id, issue))
  return issue.id
}
