import { caseTexts } from '#features/support/case-access/contract.ts'
import { milestoneJson, userRefJson } from '#features/support/case-access/server/index.ts'
import { jsonMembers } from '#kit/server/columns.ts'
import { isoJson } from '#kit/server/sql-text.ts'
/** Whether `cases c` ended more than 30 days ago; a declined case has no time of resolution. */
export const isOutdated = `(not c.is_open and coalesce(c.resolved_at, c.updated_at) < now() - interval '30 days')`

/** Whether another user changed `cases c` since `me` read it last. */
const isUnread = 'c.updated_by is distinct from me.id and (seen.seen_at is null or seen.seen_at < c.updated_at)'
const readMark = `left join lateral (select seen.seen_at from case_reads seen where seen.case_id = c.id and seen.user_id = me.id limit 1) seen on true`

/** A case that a ticket system filed has its name, not that of the user who answers for its token. */
const reporterJson = `json_build_object('id', r.id::text, 'username', r.email, 'fullName', coalesce((select x.filed_by from ticket_exchanges x where x.case_id = c.id), r.full_name))`

/** Members of `CaseRow`, made in PostgreSQL from `rowSources`. */
const rowMembers = `'id', c.id::text, 'key', c.key, 'account', a.name, 'accountId', a.id::text, 'accountDisplayName', a.display_name,
  ${jsonMembers('c', 'cases', ['type', 'internal', 'status', 'priority', 'subject', 'product', 'productVersion', 'labels'])}, 'reporter', ${reporterJson},
  'assignee', case when s.id is null then null else ${userRefJson('s')} end, 'isWatchedByCurrentUser', w.user_id is not null,
  'unread', ${isUnread},
  'commentCount', c.comment_count, 'created', ${isoJson('c.created_at')}, 'updated', ${isoJson('c.updated_at')},
  'resolved', ${isoJson('c.resolved_at')}, 'outdated', ${isOutdated}, 'due', ${isoJson("nullif(c.due_at, 'infinity')")}, 'version', c.version`

/** A case as lists show it. */
export const caseRowJson = `json_build_object(${rowMembers})`

/**
 * The tables of `caseRowJson`, to follow `cases c` and `me` (whose `id` is the caller's). The caller's own watch and
 * read mark are read one by one, by case and user: as plain joins, a plan for any user may read all that this user
 * watches.
 */
export const rowSources = `join accounts a on a.id = c.account_id join users r on r.id = c.reporter_id left join users s on s.id = c.assignee_id
  left join lateral (select w.user_id from case_watchers w where w.case_id = c.id and w.user_id = me.id limit 1) w on true
  ${readMark}`

/** Columns of a summary, with the names of its members, made from `summarySources`. */
export const summaryColumns = `c.key, a.display_name as "accountDisplayName", c.type, c.status, c.priority, c.subject,
  case when s.id is not null then row_to_json((select u from (select s.id::text as id, s.email as username, s.full_name as "fullName") u)) end as assignee,
  ${isoJson('c.updated_at')} as updated, ${isUnread} as unread`

/** The tables of `summaryColumns`, to follow `cases c` and `me`. */
export const summarySources = `join accounts a on a.id = c.account_id left join users s on s.id = c.assignee_id
  ${readMark}`

/** Texts that lists do not show. */
const textsOfPage = caseTexts.filter((text) => text !== 'product' && text !== 'productVersion')

/** A case as its page shows it, to be made from `rowSources`; the same for both sides. */
export const caseJson = `json_build_object(${rowMembers}, 'seenAt', ${isoJson('seen.seen_at')}, ${jsonMembers('c', 'cases', ['trackerKey', 'externalId', 'description', 'crmId', ...textsOfPage])},
  'deployment', (select json_build_object('id', d.id::text, 'name', d.name, 'softwareVersion', d.software_version) from deployments d where d.id = c.deployment_id),
  'firstResponse', ${isoJson('c.first_response_at')},
  'milestone', (select ${milestoneJson} from rnd_issue_cases x join rnd_issues i on i.id = x.issue_id left join bundles b on b.id = i.fix_bundle_id where x.case_id = c.id),
  'conversion', (select o.conversion from outages o where o.case_id = c.id), 'issueReason', c.resolution_reason, 'isIssueOnSupportTabActive', not c.internal and not ${isOutdated},
  'clocks', coalesce((select k.clocks from case_clocks k where k.case_id = c.id), '[]'),
  'clocksPending', exists (select from case_clocks k where k.case_id = c.id and (k.next_at = '-infinity' or c.updated_at > greatest(k.computed_at, now() - interval '10 seconds'))),
  'watchers', ${usersJson('case_watchers')}, 'addressees', ${usersJson('case_addressees')},
  'attachmentCount', (select count(*) from case_attachments f where f.case_id = c.id))`

function usersJson(table: string): string {
  return `(select coalesce(json_agg(${userRefJson('u')} order by u.full_name, u.id), '[]') from ${table} p join users u on u.id = p.user_id where p.case_id = c.id)`
}
