import { readableCase } from '#features/support/case-access/server/index.ts'
import { changeCase, transitionCase, watch } from '#features/support/cases/server/index.ts'
import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventInput, recordEvent } from '#kit/server/events/event.ts'
import type { Session } from '#kit/server/session.ts'
import type { StoredJob } from './bulk-store.ts'

/** Does to one case what the job names, by the commands of a single case: with their permissions and their events. */
export async function applyTo(tx: Tx, session: Session, { actor, operation }: StoredJob, key: string): Promise<void> {
  const call = {
    tx,
    session,
    request: { headers: {} },
    record: (kind: EventType, fact: EventInput) => recordEvent(tx, kind, actor, fact),
  }
  const query = { issueKey: key }
  const { watch: watches, resolve, addLabels = [], removeLabels = [], ...fields } = operation
  const { labels } = await readableCase(tx, session, key)
  const newLabels = [...labels, ...addLabels].filter((label) => !removeLabels.includes(label))
  const body = { ...fields, ...(addLabels.length + removeLabels.length > 0 ? { labels: newLabels } : {}) }
  if (Object.keys(body).length > 0) await changeCase({ ...call, params: { key }, query: undefined, body })
  if (watches) await watch({ ...call, params: undefined, query, body: {} })
  if (resolve) await transitionCase({ ...call, params: undefined, query, body: resolve }, 'resolve')
}
