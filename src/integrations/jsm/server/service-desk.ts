import type { Tracker } from '#features/support/tracker/server/index.ts'
import type { JiraClient, JiraEdition } from '#integrations/jira-cloud/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { deskFiles } from './desk-files.ts'
import { deskParticipants } from './desk-participants.ts'
import { DESK_API as api, deskValues } from './desk-values.ts'

type Desk = { readonly id?: string; readonly projectKey?: string }
type RequestType = { readonly id?: string; readonly name?: string }

/** A tracker over the requests of a service desk, and over Jira for what a desk has no call for. */
export function serviceDesk(
  client: JiraClient,
  {
    edition,
    tracker,
    settings,
  }: { edition: JiraEdition; tracker: Tracker; settings: Readonly<Record<string, string>> },
): Tracker {
  const { call } = client
  const { name } = edition
  const { participants, ...watching } = deskParticipants(client, tracker)
  const { files, withSides } = deskFiles(client, tracker)
  const desks = new Map<string, Promise<{ desk: string; requestType: string }>>()

  return {
    ...tracker,
    ...watching,
    files,
    async read(id) {
      const issue = await tracker.read(id)
      return {
        ...issue,
        files: await withSides(id, issue.files),
        watchers: issue.watchers && [...issue.watchers, ...(await participants(id))],
      }
    },
    async check(project) {
      await tracker.check(project)
      if (project) await findDesk(project)
    },
    async find(project, wantedIssue) {
      const issueThere = await tracker.find(project, wantedIssue)
      if (issueThere) return issueThere
      // A request gets its label after it was made; one without is recognised by its subject.
      const jql = `project = "${project}" AND labels is EMPTY AND created >= "-1d" ORDER BY created ASC`
      const { issues } = await edition.search(jql, { fields: ['summary'], page: null })
      const own = issues.find(({ fields }) => fields?.summary === wantedIssue.subject)
      return own?.id && own.key ? { id: own.id, key: own.key } : undefined
    },
    async create(project, issue) {
      const { desk, requestType } = await deskOf(project)
      const { issueId, issueKey } = await call<{ issueId?: string; issueKey?: string }>('POST', `${api}/request`, {
        body: {
          serviceDeskId: desk,
          requestTypeId: requestType,
          requestFieldValues: { summary: issue.subject, description: issue.description },
        },
      })
      if (!issueId || !issueKey)
        throw new IntegrationError(`${name} sent a response that cannot be read.`, { fault: 'garbled' })
      await tracker.edit({ id: issueId, caseKey: issue.caseKey }, issue)
      return { id: issueId, key: issueKey }
    },
  }

  function deskOf(project: string): Promise<{ desk: string; requestType: string }> {
    const desk = desks.get(project) ?? findDesk(project)
    desks.set(project, desk)
    desk.catch(() => desks.delete(project))
    return desk
  }

  async function findDesk(project: string): Promise<{ desk: string; requestType: string }> {
    const desk = (await deskValues<Desk>(client, `${api}/servicedesk`)).find(({ projectKey }) => projectKey === project)
    if (!desk?.id) throw missing(`no service desk has the project ${project}`)
    const types = await deskValues<RequestType>(client, `${api}/servicedesk/${encodeURIComponent(desk.id)}/requesttype`)
    const wantedIssue = settings.requestType?.toLowerCase()
    const type = wantedIssue ? types.find((one) => one.name?.toLowerCase() === wantedIssue) : types[0]
    if (!type?.id)
      throw missing(wantedIssue ? `no request type is called ${settings.requestType}` : 'it has no request type')
    return { desk: desk.id, requestType: type.id }
  }

  function missing(reason: string): IntegrationError {
    return new IntegrationError(`${name} does not have it: ${reason}.`, { fault: 'missing' })
  }
}
