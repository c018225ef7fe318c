import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { HookScheme, ReceivedEvent } from '#features/platform/connections/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { sameSecret } from '#kit/server/same-secret.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { caseOfIssue } from './issue-store.ts'
import { enqueueRead } from './poll.ts'

/** Jira's signature: HMAC-SHA256 over the body, which holds the time; each event has an id that a repetition keeps. */
export const jiraSignature: HookScheme = ({ headers, body }, secret) => {
  const [signature, id] = [headers['x-hub-signature'], headers['x-atlassian-webhook-identifier']]
  if (typeof signature !== 'string' || typeof id !== 'string' || id === '' || id.length > 200) return undefined
  if (!sameSecret(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)) return undefined
  const at = timeIn(body)
  return at === undefined ? undefined : { id, at }
}

const AboutIssue = z.object({ issue: z.object({ id: z.string().check(z.regex(/^\d{1,20}$/)) }) })

/** An event is a hint to read its issue: what it says is not applied. */
export async function receiveHook(portal: AppContext, connection: string, { content }: ReceivedEvent): Promise<void> {
  const event = AboutIssue.safeParse(content)
  if (!event.success) return
  const trackerId = event.data.issue.id
  await inTransaction(portal.db, async (tx) =>
    enqueueRead(tx, connection, trackerId, await caseOfIssue(tx, connection, trackerId)),
  )
}

function timeIn(body: string): number | undefined {
  try {
    const { timestamp } = JSON.parse(body) as { timestamp?: unknown }
    return typeof timestamp === 'number' ? timestamp : undefined
  } catch {
    return undefined
  }
}
