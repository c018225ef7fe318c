import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { lockAccount } from '#features/accounts/accounts/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { HandlerResponse } from '#kit/server/handler-response.ts'
import { HttpProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { respondToUpload } from '#kit/server/serve/respond-to-upload.ts'
import { registerStream } from '#kit/server/serve/serve.ts'
import {
  calendarProblems,
  eventsImported,
  IMPORT_LIMIT,
  type ImportReport,
  importEvents,
  writeCalendar,
} from '../contract.ts'
import { type Prepared, prepare } from './check-fields.ts'
import { type FileEvent, readIcs } from './ics/read-ics.ts'
import { insertEvent, updateEvent } from './save-event.ts'

/** Serves the import of iCalendar files; `portal.http` reads each body as text. */
export function serveImport(portal: AppContext): void {
  registerStream(portal, importEvents, async (call) => {
    const text = String(call.request.body ?? '')
    const digest = createHash('sha256').update(text).digest('hex')
    return respondToUpload(
      portal,
      importEvents,
      call,
      { digest, filename: '' },
      async (write) => new HandlerResponse(await importText(write, text), { status: 200 }),
    )
  })
}

/** In a scope of its own: elsewhere a body of this type is rejected. */
export async function acceptCalendarFiles(http: AppContext['http']): Promise<void> {
  http.addContentTypeParser('text/calendar', { parseAs: 'string', bodyLimit: IMPORT_LIMIT }, (_request, text, done) =>
    done(null, text),
  )
}

type Context = CommandContext<typeof importEvents>
type Stored = { readonly id: number; readonly uid: string; readonly sequence: number }

async function importText(call: Context, text: string): Promise<ImportReport> {
  const { tx, session, query } = call
  const account = await lockAccount(tx, session, query.accountId, writeCalendar)
  const { rows } = await sql<{ zone: string }>`select time_zone as zone from accounts where id = ${account.id}`.execute(
    tx,
  )
  const events = readIcs(text, rows[0]!.zone)
  if (events.length === 0) throwProblem(calendarProblems['calendar-import-unreadable'], { reason: 'it has no events' })
  const tags = await tagsByName(tx)
  const known = await storedByUid(tx, account.id, events)
  const report: ImportReport = { created: 0, updated: 0, skipped: [] }
  const owner = { accountId: account.id, organizerId: session.userId }
  const seen = new Set<string>()
  for (const event of events.toSorted((a, b) => Number(a.recurrenceId !== null) - Number(b.recurrenceId !== null))) {
    const outcome = outcomeOf(event, known, seen, tags)
    if ('reason' in outcome) {
      report.skipped.push({ uid: event.uid, subject: event.subject, reason: outcome.reason })
      continue
    }
    const { prepared, stored } = outcome
    report[stored ? 'updated' : 'created'] += 1
    if (query.dryRun) {
      if (event.recurrenceId === null && !stored)
        known.set(event.uid!, { id: 0, uid: event.uid!, sequence: event.sequence })
      continue
    }
    const id = await store(tx, event, { prepared, stored, known, owner })
    await sql`update calendar_events set sequence = ${event.sequence} where id = ${id}`.execute(tx)
  }
  if (!query.dryRun && report.created + report.updated > 0)
    await call.record(eventsImported, {
      account: account.id,
      data: { what: account.name, created: report.created, updated: report.updated, skipped: report.skipped.length },
    })
  return report
}

type Outcome = { readonly prepared: Prepared; readonly stored: Stored | undefined } | { readonly reason: string }

function outcomeOf(
  event: FileEvent,
  known: Map<string, Stored>,
  seen: Set<string>,
  tags: Map<string, string>,
): Outcome {
  if (event.reason !== null || !event.fields) return { reason: event.reason ?? 'it is not readable' }
  const key = `${event.uid} ${event.recurrenceId ?? ''}`
  if (seen.has(key)) return { reason: 'the file has it twice' }
  seen.add(key)
  const stored = known.get(event.recurrenceId === null ? event.uid! : key)
  if (stored && stored.sequence >= event.sequence) return { reason: 'it is in the calendar already, as new or newer' }
  if (event.recurrenceId !== null && !known.has(event.uid!))
    return { reason: 'its series is not in the file or the calendar' }
  const named = [...new Set(event.tags.flatMap((name) => tags.get(name.toLowerCase()) ?? []))].slice(0, 20)
  try {
    return { prepared: prepare({ ...event.fields, tags: named }), stored }
  } catch (flaw) {
    if (!(flaw instanceof HttpProblem)) throw flaw
    return { reason: reasonOf(flaw) }
  }
}

async function store(
  tx: Tx,
  event: FileEvent,
  {
    prepared,
    stored,
    known,
    owner,
  }: {
    prepared: Prepared
    stored: Stored | undefined
    known: Map<string, Stored>
    owner: { accountId: number; organizerId: number }
  },
): Promise<number> {
  if (stored) {
    await updateEvent(tx, stored.id, prepared, owner.accountId)
    return stored.id
  }
  const { uid, recurrenceId } = event
  const place = recurrenceId === null ? { uid: uid! } : { uid: uid!, seriesId: known.get(uid!)!.id, recurrenceId }
  const id = await insertEvent(tx, prepared, owner, place)
  if (recurrenceId === null) known.set(uid!, { id, uid: uid!, sequence: event.sequence })
  return id
}

/** What is stored of the UIDs of a file; changed instances under their UID and start. */
async function storedByUid(tx: Tx, accountId: number, events: readonly FileEvent[]): Promise<Map<string, Stored>> {
  const { rows } = await sql<Stored & { key: string }>`
    select id, uid, sequence, uid || coalesce(' ' || to_char(recurrence_id, 'YYYY-MM-DD"T"HH24:MI:SS'), '') as key
    from calendar_events where account_id = ${accountId} and uid = any(${events.flatMap(({ uid }) => uid ?? [])}::text[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.key, row]))
}

async function tagsByName(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string
    name: string
  }>`select id::text as id, lower(name) as name from calendar_tags`.execute(tx)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** The first rule that an event breaks, in words. */
function reasonOf({ message, extras }: HttpProblem): string {
  const [field] = extras.fields ?? []
  return field ? `its ${field.path} ${field.message}` : message
}
