import { inTransaction } from '#kit/server/serve/transaction.ts'
import { storeIssue } from './issue-store.ts'
import { issueFields, type SentCase } from './sent-case.ts'
import type { Side } from './side.ts'

/** The id of the issue of a case, which is created where there is none; one that may exist is searched first. */
export async function requireIssue(side: Side, sent: SentCase, isPossible: boolean): Promise<string> {
  if (sent.trackerId !== null) return sent.trackerId
  const { portal, connection, tracker, project } = side
  const { custom = {}, priorityName } = issueFields(sent, project)
  const fields = { ...sent, custom, priorityName, typeName: project.typeMap[sent.type] }
  const found = isPossible
    ? await tracker.find(project.projectKey, { caseKey: sent.key, subject: sent.subject })
    : undefined
  if (found) await tracker.edit({ id: found.id, caseKey: sent.key }, issueFields(sent, project))
  const issue = found ?? (await tracker.create(project.projectKey, { ...fields, caseKey: sent.key }))
  await inTransaction(portal.db, (tx) => storeIssue(tx, connection, sent.id, issue))
  return issue.id
}
