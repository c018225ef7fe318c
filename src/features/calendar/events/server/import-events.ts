import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { lockAccount } from '#features/accounts/accounts/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { HandlerResponse } from '#kit/server/handler-response.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { respondToUpload } from '#kit/server/serve/respond-to-upload.ts'
import { registerStream } from '#kit/server/serve/serve.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { eventsImported, IMPORT_LIMIT, type ImportReport, importEvents, writeCalendar } from '../contract.ts'
import type { FileEvent, RejectedEvent } from './ics/read-event.ts'
import { readIcs } from './ics/read-ics.ts'
import { importSeries } from './import-series.ts'
import { storedVersions } from './stored-versions.ts'

/** Serves the import of iCalendar files; `portal.http` reads each body as text. */
export function serveImport(portal: AppContext): void {
  registerStream(portal, importEvents, async (call) => {
    const text = String(call.request.body ?? '')
    const zone = await inTransaction(portal.db, (tx) => zoneOf(tx, call))
    // Read before the transaction, which would hold a connection and the account meanwhile.
    const events = await readIcs(text, zone)
    const digest = createHash('sha256').update(text).digest('hex')
    return respondToUpload(
      portal,
      importEvents,
      call,
      { digest, filename: '' },
      async (write) => new HandlerResponse(await importAll(write, events), { status: 200 }),
    )
  })
}

/** In a scope of its own: elsewhere a body of this type is rejected. */
export async function acceptCalendarFiles(http: AppContext['http']): Promise<void> {
  http.addContentTypeParser('text/calendar', { parseAs: 'buffer', bodyLimit: IMPORT_LIMIT }, (_request, body, finish) =>
    finish(null, unfoldLines(body as Buffer)),
  )
}

/** The text of a file without folds: programs fold lines inside of a letter (RFC 5545 §3.1). */
function unfoldLines(body: Buffer): string {
  const bytes = Buffer.from(body.toString('latin1').replaceAll(/\r?\n[ \t]/g, ''), 'latin1')
  return new TextDecoder('utf-8').decode(bytes)
}

/** The zone of the account, which the user may see and write to. */
async function zoneOf(
  tx: Tx,
  { session, query }: Pick<CommandContext<typeof importEvents>, 'session' | 'query'>,
): Promise<string> {
  const { id } = await lockAccount(tx, session, query.accountId, writeCalendar)
  const { rows } = await sql<{ zone: string }>`select time_zone as zone from accounts where id = ${id}`.execute(tx)
  return rows[0]!.zone
}

async function importAll(
  call: CommandContext<typeof importEvents>,
  events: readonly (FileEvent | RejectedEvent)[],
): Promise<ImportReport> {
  const { tx, session, query } = call
  const account = await lockAccount(tx, session, query.accountId, writeCalendar)
  const report: ImportReport = { created: 0, updated: 0, skipped: [], notes: [] }
  const series = new Map<string, FileEvent[]>()
  for (const event of events) {
    if ('reason' in event) report.skipped.push(event)
    else if (series.has(event.uid)) series.get(event.uid)!.push(event)
    else series.set(event.uid, [event])
  }
  const versionsByUid = await storedVersions(tx, account.id, [...series.keys()])
  const place = { tx, accountId: account.id, organizerId: session.userId, tags: await tagsByName(tx), report }
  // A preview does what the import does, and undoes it.
  if (query.dryRun) await sql`savepoint preview`.execute(tx)
  for (const [uid, events] of series) await importSeries(place, events, versionsByUid.get(uid) ?? [])
  if (query.dryRun) await sql`rollback to savepoint preview`.execute(tx)
  else if (report.created + report.updated > 0)
    await call.record(eventsImported, {
      account: account.id,
      data: { what: account.name, created: report.created, updated: report.updated, skipped: report.skipped.length },
    })
  return report
}

async function tagsByName(tx: Tx): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string
    name: string
  }>`select id::text as id, lower(name) as name from calendar_tags`.execute(tx)
  return new Map(rows.map(({ id, name }) => [name, id]))
}
