import { sql } from 'kysely'
import { StepFailed } from '#features/platform/jobs/server/index.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { fileIssues, isCreatedThere } from './file-issues.ts'
import { changesRead } from './issue-store.ts'
import { nextPage } from './next-page.ts'
import { applyIssue, applyIssueIn } from './read-issue.ts'
import type { Reading, Side } from './side.ts'
import type { TrackerIssue } from './tracker.ts'

/** Issues that become cases in one transaction: a user who files a case of the account meanwhile waits for its end. */
const TOGETHER = 25
/** Pages that a tracker may send besides those that its count of issues explains. */
const MOST_PAGES = 100

/** Reads all issues of the project, page by page, and imports them; continues where it was interrupted. */
export async function importIssues(side: Side): Promise<void> {
  const { portal, tracker, project } = side
  const { accountId, system, projectKey } = project
  const of = sql`account_id = ${accountId} and system = ${system}`
  const total = await tracker.count(projectKey)
  const { rows } = await sql<{ page: string | null }>`
    update tracker_projects set sync_total = ${total} where ${of} returning sync_page as page`.execute(portal.db)
  let page = rows[0]?.page ?? null
  let ahead = read(page)
  for (let pages = 1; ; pages += 1) {
    if (pages > MOST_PAGES + total / 10) throw new StepFailed('The tracker sends pages without end.')
    const { issues, next } = await ahead
    page = nextPage(page, next)
    // The tracker sends the next page while this one is stored.
    if (page !== null) ahead = read(page)
    let createdCount = 0
    for (let first = 0; first < issues.length; first += TOGETHER)
      createdCount += await importTogether({ ...side, isImport: true }, issues.slice(first, first + TOGETHER))
    await sql`
      update tracker_projects set sync_page = ${page}, sync_read = sync_read + ${issues.length}, sync_created = sync_created + ${createdCount}
      where ${of}`.execute(portal.db)
    if (page === null) return
  }

  function read(from: string | null) {
    const nextPage = tracker.all(projectKey, from)
    // Its failure counts when the page is needed.
    void nextPage.catch(() => undefined)
    return nextPage
  }
}

/** Imports those issues that are new or changed; returns how many cases were created. */
async function importTogether(reading: Reading, issues: readonly TrackerIssue[]): Promise<number> {
  const { portal, connection } = reading
  const knownIds = await changesRead(
    portal.db,
    connection,
    issues.map(({ id }) => id),
  )
  // One that is restricted becomes no case: customers would read it.
  const fresh = issues.filter(
    ({ id, changed, isRestricted }) => knownIds.get(id) !== changed && (knownIds.has(id) || !isRestricted),
  )
  const isNew = (issue: TrackerIssue) => !knownIds.has(issue.id) && isCreatedThere(reading, issue)
  const newIssues = fresh.filter(isNew)
  const others = fresh.filter((issue) => !isNew(issue))
  try {
    return await inTransaction(portal.db, async (tx) => {
      let createdCount = (await fileIssues(tx, reading, newIssues)).length
      for (const issue of others) if (await applyIssueIn(tx, reading, issue)) createdCount += 1
      return createdCount
    })
  } catch {
    // One by one: an issue that cannot be imported stops at itself, and those before it are kept.
    let createdCount = 0
    for (const issue of fresh) if (await applyIssue(reading, issue, reading)) createdCount += 1
    return createdCount
  }
}
