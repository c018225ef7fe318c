import type {
  IssueFields,
  IssueRef,
  LinkKind,
  NewIssue,
  Tracker,
  TrackerComment,
  TrackerIssue,
} from '#features/support/tracker/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { JiraClient } from './jira-client.ts'
import { jiraComments } from './jira-comments.ts'
import type { JiraEdition } from './jira-edition.ts'
import { filesOf, jiraFiles } from './jira-files.ts'
import { jiraOptions } from './jira-options.ts'
import { jiraRnd } from './jira-rnd.ts'
import type { JiraIssue, JiraLink, JiraRef, JiraTransition } from './jira-shapes.ts'
import { jiraTypes } from './jira-types.ts'
import { caseKeyOf, labelOf, labelsOf, ownLabels, priorityOf, statusOf, userOf, usualPriority } from './jira-values.ts'
import { jiraWatchers } from './jira-watchers.ts'
import { unlessGone } from './unless-gone.ts'

const FIELDS = 'summary,description,status,priority,labels,issuetype,reporter,created,updated,attachment,security'

/** A tracker over Jira's issue calls, for all editions. */
export function jiraTracker(client: JiraClient, edition: JiraEdition): Tracker {
  const { call } = client
  const { api, name, toText, fromText } = edition
  const issuePath = (id: string) => `${api}/issue/${encodeURIComponent(id)}`
  const transitionsThere = jiraOptions(client, edition)
  const { commentOf, ...commentCalls } = jiraComments(client, edition, issuePath)
  const { watchers, ...users } = jiraWatchers(client, edition, issuePath)
  const types = jiraTypes(client, edition, { issuePath, issueTypes: transitionsThere.issueTypes })
  const issueCalls = { find, create, edit }

  return {
    asStored: (markdown) => fromText(toText(markdown)),
    async check(project) {
      await call('GET', `${api}/myself`)
      if (project) await call('GET', `${api}/project/${project}`)
    },
    statuses: transitionsThere.statuses,
    options: transitionsThere.options,
    async newest(project) {
      const jql = `project = "${project}" ORDER BY updated DESC`
      const { issues } = await edition.search(jql, { fields: FIELDS.split(','), page: null, most: 1 })
      return issues[0] && issueOf(issues[0], [])
    },
    ...issueCalls,
    changeType: types.changeType,
    async move(id, wantedStatus) {
      const { fields } = await call<JiraIssue>('GET', issuePath(id), { query: { fields: 'status' } })
      const now = statusOf(fields?.status)
      const isThere = (status: { name: string; kind: string }) =>
        wantedStatus.name
          ? status.name.toLowerCase() === wantedStatus.name.toLowerCase()
          : status.kind === wantedStatus.kind
      if (isThere(now)) return
      const { transitions = [] } = await call<{ transitions?: JiraTransition[] }>('GET', `${issuePath(id)}/transitions`)
      const transition = transitions.find(({ to }) => isThere(statusOf(to)))
      if (!transition?.id) throw noTransition(now.name, wantedStatus.name, transitions)
      await call('POST', `${issuePath(id)}/transitions`, { body: { transition: { id: transition.id } } })
    },
    ...commentCalls,
    ...jiraFiles(client, edition, issuePath),
    ...users,
    async link(id, kind, otherId) {
      if (await linkOf(id, kind, otherId)) return
      const { type, inward, outward } = sidesOf(kind, id, otherId)
      const body = { type: { name: type }, inwardIssue: { id: inward }, outwardIssue: { id: outward } }
      await call('POST', `${api}/issueLink`, { body })
    },
    async unlink(id, kind, otherId) {
      const transition = await linkOf(id, kind, otherId)
      if (transition?.id) await unlessGone(call('DELETE', `${api}/issueLink/${encodeURIComponent(transition.id)}`))
    },
    read,
    count: (project) => edition.count(`project = "${project}"`),
    async all(project, page) {
      const { projectTypeKey } = await call<{ projectTypeKey?: string }>('GET', `${api}/project/${project}`)
      const isDesk = edition.isServiceDesk || (projectTypeKey !== 'software' && projectTypeKey !== 'business')
      const fields = [...FIELDS.split(','), 'comment']
      // By an order that does not change while pages are read.
      const jql = `project = "${project}" ORDER BY created ASC`
      const { issues, next } = await edition.search(jql, { fields, page })
      const read: TrackerIssue[] = []
      for (const issue of issues) read.push(issueOf(issue, await commentsOf(issue, { isDesk })))
      return { next, issues: read }
    },
    async changed(project, { since, page }) {
      // Relative, because a time is in the zone of the user of the token.
      const ago = Math.ceil((Date.now() - since.getTime()) / 60_000) + 2
      const jql = `project = "${project}" AND updated >= "-${ago}m" ORDER BY updated ASC`
      const { issues, next } = await edition.search(jql, { fields: ['updated'], page })
      return { next, issues: issues.map((issue) => ({ ...refOf(issue), changed: issue.fields?.updated ?? '' })) }
    },
    rnd: jiraRnd(edition, issueCalls, transitionsThere.issueTypes),
  }

  async function read(id: string): Promise<TrackerIssue> {
    const issue = await call<JiraIssue>('GET', issuePath(id), { query: { fields: FIELDS } })
    return { ...issueOf(issue, await commentCalls.comments(id)), watchers: await watchers(id) }
  }

  async function find(project: string, { caseKey }: { caseKey: string }): Promise<IssueRef | undefined> {
    const jql = `project = "${project}" AND labels = "${labelOf(caseKey)}" ORDER BY created ASC`
    const { issues } = await edition.search(jql, { fields: ['labels'], page: null })
    return issues[0] && refOf(issues[0])
  }

  async function create(project: string, issue: NewIssue): Promise<IssueRef> {
    const fields = { project: { key: project }, issuetype: { name: await types.typeFor(project, issue) } }
    return refOf(
      await call<JiraRef>('POST', `${api}/issue`, {
        body: { fields: { ...fields, ...fieldsOf(issue), labels: labelsOf(issue.caseKey, issue) } },
      }),
    )
  }

  async function edit({ id, caseKey }: { id: string; caseKey: string }, fields: Partial<IssueFields>): Promise<void> {
    // Never the whole list: the issue has labels that no case can hold, and others that were added meanwhile.
    const newLabels = fields.labels ? labelsOf(caseKey, { ...fields, labels: fields.labels }) : []
    const labels = [...newLabels.map((add) => ({ add })), ...(fields.removedLabels ?? []).map((remove) => ({ remove }))]
    const changedFields = fieldsOf(fields)
    if (labels.length === 0 && Object.keys(changedFields).length === 0) return
    await call('PUT', issuePath(id), {
      body: { fields: changedFields, ...(labels.length > 0 ? { update: { labels } } : {}) },
    })
  }

  /**
   * The comments that came with an issue, where that is all that is to be known of them: comments of the portal have a
   * property, and so have internal notes of a service desk unless their side is named.
   */
  async function commentsOf(issue: JiraIssue, { isDesk }: { isDesk: boolean }): Promise<readonly TrackerComment[]> {
    const { comment, labels = [] } = issue.fields ?? {}
    const { comments = [], total = Number.POSITIVE_INFINITY } = comment ?? {}
    const isClear = caseKeyOf(labels) === null && comments.length >= total
    if (isClear && (!isDesk || comments.every(({ jsdPublic }) => typeof jsdPublic === 'boolean')))
      return comments.map(commentOf)
    return commentCalls.comments(refOf(issue).id)
  }

  function issueOf(issue: JiraIssue, comments: readonly TrackerComment[]): TrackerIssue {
    const fields = issue.fields ?? throwGarbled()
    const { summary = '', labels = [], updated: updatedAt = '', created: createdAt } = fields
    return {
      ...refOf(issue),
      changed: updatedAt,
      caseKey: caseKeyOf(labels),
      subject: summary,
      description: fromText(fields.description ?? ''),
      status: statusOf(fields.status),
      priority: priorityOf(fields.priority?.name),
      priorityName: fields.priority?.name ?? '',
      labels: ownLabels(labels),
      typeName: fields.issuetype?.name ?? '',
      reporter: userOf(fields.reporter),
      createdAt: createdAt ? new Date(createdAt) : new Date(),
      comments,
      files: filesOf(issue),
      isRestricted: fields.security !== undefined && fields.security !== null,
      watchers: null,
    }
  }

  function fieldsOf(fields: Partial<IssueFields>): object {
    const { subject, description, priority, priorityName: givenPriority, custom = {} } = fields
    return {
      ...(subject === undefined ? {} : { summary: subject }),
      ...(description === undefined ? {} : { description: toText(description) }),
      ...(priority === undefined ? {} : { priority: { name: givenPriority ?? usualPriority(priority) } }),
      ...custom,
    }
  }

  async function linkOf(id: string, kind: LinkKind, otherId: string): Promise<JiraLink | undefined> {
    const { fields } = await call<JiraIssue>('GET', issuePath(id), { query: { fields: 'issuelinks' } })
    const { type, inward } = sidesOf(kind, id, otherId)
    return fields?.issuelinks?.find(
      (link) => link.type?.name === type && (inward === id ? link.outwardIssue?.id : link.inwardIssue?.id) === otherId,
    )
  }

  function noTransition(
    now: string,
    wantedStatus: string | undefined,
    transitionsThere: readonly JiraTransition[],
  ): IntegrationError {
    const names = transitionsThere.flatMap(({ to }) => to?.name ?? []).join(', ')
    return new IntegrationError(
      `${name} has no transition from ${now} to ${wantedStatus ?? 'a status of that kind'}. It offers: ${names || 'none'}. Change the mapping of statuses.`,
      { fault: 'rejected' },
    )
  }

  function refOf({ id, key }: JiraRef): IssueRef {
    return id && key ? { id, key } : throwGarbled()
  }

  function throwGarbled(): never {
    throw new IntegrationError(`${name} sent a response that cannot be read.`, { fault: 'garbled' })
  }
}

/** Of *A blocks B* A is the inward issue. */
function sidesOf(kind: LinkKind, id: string, otherId: string): { type: string; inward: string; outward: string } {
  if (kind === 'IS_BLOCKED_BY') return { type: 'Blocks', inward: otherId, outward: id }
  return { type: kind === 'DUPLICATES' ? 'Duplicate' : 'Relates', inward: id, outward: otherId }
}
