import { sql } from 'kysely'
import { accountFor } from '#features/support/case-access/server/index.ts'
import { configureTracker } from '#features/support/rnd-projects/contract.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { listTrackerOptions, type TrackerSample, testTrackerMapping } from '../contract.ts'
import { priorityOfNewCase, shortenFields, statusOfCase } from './apply-fields.ts'
import { callTracker } from './call-tracker.ts'
import { type TrackerProject, withoutEmpty } from './project-store.ts'
import type { NewIssue, Priority, TrackerIssue } from './tracker.ts'

/** What a mapping can name, and one issue as the case that it makes: both are read from the tracker now. */
export function serveMapping(portal: AppContext): void {
  const { db } = portal

  serve(portal, listTrackerOptions, async ({ session, query: { account: name, system, projectKey } }) => {
    const { account } = await accountFor(db, session, configureTracker, name)
    return callTracker(portal, { account, system }, (tracker) => tracker.options(projectKey ?? null))
  })

  serve(portal, testTrackerMapping, async ({ session, query, body: { system, projectKey, ...maps } }) => {
    const { account } = await accountFor(db, session, configureTracker, query.account)
    const statusMap = withoutEmpty(maps.statusMap ?? {})
    const { newest, names } = await callTracker(portal, { account, system }, async (tracker) => {
      await tracker.check(projectKey)
      const statuses = await tracker.statuses(projectKey)
      return { newest: await tracker.newest(projectKey), names: statuses.map(({ name }) => name.toLowerCase()) }
    })
    const mapping = { statusMap, priorityMap: withoutEmpty(maps.priorityMap ?? {}) }
    return {
      sample: newest ? await sampleOf(newest, { connection: `${system}:${account}`, account, mapping }) : null,
      unknownStatuses: Object.values(statusMap).filter((name) => !names.includes(name.toLowerCase())),
    }
  })

  async function sampleOf(
    issue: TrackerIssue,
    on: {
      connection: string
      account: string
      mapping: Pick<TrackerProject, 'statusMap' | 'priorityMap'>
    },
  ): Promise<TrackerSample['sample']> {
    const { rows } = await sql<{ accountName: string; caseKey: string | null; type: NewIssue['type'] | null }>`
      select a.display_name as "accountName", c.key as "caseKey", c.type from accounts a
        left join (tracker_issues i join cases c on c.id = i.case_id) on i.connection = ${on.connection} and i.tracker_id = ${issue.id}
      where a.name = ${on.account} and a.deleted_at is null`.execute(db)
    const { accountName = '', caseKey = null, type } = rows[0] ?? {}
    const priority: Priority = priorityOfNewCase(on.mapping, issue)
    return {
      key: issue.key,
      caseKey,
      subject: shortenFields(issue).subject,
      account: accountName,
      status: statusOfCase(on.mapping, issue.status, null),
      priority,
      type: type ?? 'CASE',
      there: { status: issue.status.name, priority: issue.priorityName, type: issue.typeName },
    }
  }
}
