import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { newFields, prepare } from './check-fields.ts'
import data from './demo-data/events.json' with { type: 'json' }
import { insertEvent } from './save-event.ts'
import { wallAt, wallText } from './time/wall-clock.ts'

const DAY = 86_400_000

type DemoEvent = {
  readonly account: string | null
  readonly subject: string
  readonly tag: string
  readonly inDays: number
  readonly from?: string
  readonly to?: string
  /** How many days an all-day event lasts. */
  readonly days?: number
  readonly rule?: string
  readonly invites?: boolean
  readonly maintenance?: { id: string; impact: string; status: string; objects: string[] }
}

/** Events of the demo, by days from today in the zone of each account. Tags are named as in the demo of tags. */
export async function makeDemoEvents(tx: Tx, organizerId: number): Promise<void> {
  const { rows: accounts } = await sql<{ id: number; name: string; zone: string }>`
    select id, name, time_zone as zone from accounts where deleted_at is null`.execute(tx)
  const { rows: tags } = await sql<{ id: string; name: string }>`
    select id::text as id, name from calendar_tags`.execute(tx)
  for (const event of data.events as readonly DemoEvent[]) {
    const account = accounts.find(({ name }) => name === event.account)
    if (event.account !== null && !account) continue
    const tag = tags.find(({ name }) => name === event.tag)
    const fields = fieldsAt(event, account?.zone ?? 'UTC')
    const checkedFields = prepare(newFields({ ...fields, tags: tag ? [tag.id] : [] }, account?.zone ?? 'UTC'))
    const owner = { accountId: account?.id ?? null, organizerId }
    await insertEvent(tx, checkedFields, owner, {
      uid: `demo-${event.account ?? 'vendor'}-${fields.start}-${event.subject.length}@headend`,
    })
  }
}

function fieldsAt({ subject, inDays, from, to, days, rule, invites, maintenance }: DemoEvent, zone: string) {
  const day = (more: number) => wallText(wallAt(Date.now() + (inDays + more) * DAY, zone)).slice(0, 10)
  const times =
    days === undefined
      ? { start: `${day(0)}T${from}:00`, end: `${day(0)}T${to}:00` }
      : { start: `${day(0)}T00:00:00`, end: `${day(days)}T00:00:00`, isAllDay: true }
  return {
    ...{ subject, ...times },
    ...(rule ? { recurrence: { rule, exdates: [], rdates: [] } } : {}),
    ...(maintenance ? { maintenance } : {}),
    ...(invites ? { attendees: [{ kind: 'SIDE' as const, name: 'VENDOR' }] } : {}),
  }
}
