import type { Case } from '#features/support/cases/contract.ts'
import { addressOf, type Json, rowsOf, type SupportApp } from '#test/support-app.ts'
import { type FakeIssue, RND_PROJECT } from './fake-project.ts'
import { issueOf, type JiraFake } from './jira-fake.ts'
import { plainOf } from './texts.ts'

/** A case as the system that keeps it shows it: the same in the portal and in every tracker. */
export type KeptCase = {
  readonly subject: string
  readonly isOutage: boolean
  readonly isDone: boolean
  readonly comments: readonly string[]
  readonly internal: readonly string[]
  /** Name and content. */
  readonly files: readonly (readonly [string, string])[]
  /** Names of users of the test. */
  readonly watchers: readonly string[]
  /** Subjects of the cases that block it. */
  readonly blockedBy: readonly string[]
  readonly rnd: { readonly subject: string; readonly isDone: boolean; readonly cases: readonly string[] } | null
}

const text = (rows: readonly Json[]) => rows.map(({ body }) => String(body))

/** As the portal alone keeps it. */
export async function keptInPortal({ call }: SupportApp, key: string): Promise<KeptCase> {
  const read = async (path: string) => call('vera', 'GET', `/issues${path}`)
  const found = (await read(`/${key}`)).body as unknown as Case & { rndIssue: { key: string } | null }
  const files = rowsOf(await read(`/attachments?issueKey=${key}`), 'attachments')
  const rnd = found.rndIssue && ((await read(`/rnd/issues/${found.rndIssue.key}`)).body as unknown as RndPage)
  return {
    subject: found.subject,
    isOutage: found.type === 'OUTAGE',
    isDone: !['NEW', 'OPEN', 'IN_PROGRESS', 'ESCALATED'].includes(found.status),
    comments: text(rowsOf(await read(`/comment?issueKey=${key}`), 'comments')),
    internal: text(rowsOf(await read(`/comment/internal?issueKey=${key}`), 'comments')),
    files: await Promise.all(
      files.map(async ({ id, filename }) => {
        const bytes = await call('vera', 'GET', `/issues/attachment?issueKey=${key}&attachmentId=${id}`)
        return [String(filename), bytes.text] as const
      }),
    ),
    watchers: found.watchers.map(({ username }) => username.split('@')[0]!).toSorted(),
    blockedBy: found.links.filter(({ kind }) => kind === 'IS_BLOCKED_BY').map(({ subject }) => subject),
    rnd: rnd && {
      subject: rnd.subject,
      isDone: ['FIXED', 'CLOSED', 'REJECTED'].includes(rnd.status),
      cases: rnd.cases.map(({ subject }) => subject),
    },
  }
}
type RndPage = { subject: string; status: string; cases: { subject: string }[] }

/** As the site of a tracker keeps it; users of the portal whom it does not know do not count. */
export function keptInTracker(fake: JiraFake, key: string): KeptCase | undefined {
  const issue = issueOf(fake, key)
  if (!issue) return undefined
  const kept = issue.comments.map(({ text: body, role, properties }) => ({
    // The name of its author is its first line.
    body: plainOf(body)
      .replace(/^.*:\W*/, '')
      .trim(),
    isInternal: role !== null || properties.some(({ value }) => (value as { internal?: boolean }).internal === true),
  }))
  const texts = (isInternal: boolean) => kept.filter((one) => one.isInternal === isInternal).map(({ body }) => body)
  const other = (id: string) => fake.issues.get(id)!
  const rnd = issue.links.map(({ inward, outward }) => other(inward === issue.id ? outward : inward)).find(isRnd)
  return {
    subject: issue.summary,
    isOutage: issue.labels.includes('headend.outage') && issue.type === 'Outage' && issue.priority === 'Highest',
    isDone: fake.statuses.get(issue.status) === 'done',
    comments: texts(false),
    internal: texts(true),
    files: issue.files.map(({ filename, content }) => [filename, String(content)]),
    watchers: [...issue.watchers, ...issue.participants]
      .filter((address) => fake.users.has(address))
      .map((address) => address.split('@')[0]!)
      .toSorted(),
    blockedBy: issue.links
      .filter(({ type, outward }) => type === 'Blocks' && outward === issue.id)
      .map(({ inward }) => other(inward).summary),
    rnd: rnd
      ? {
          subject: rnd.summary,
          isDone: fake.statuses.get(rnd.status) === 'done',
          cases: rnd.links.map(({ inward, outward }) => other(inward === rnd.id ? outward : inward).summary),
        }
      : null,
  }
}

function isRnd({ key }: FakeIssue): boolean {
  return key.startsWith(`${RND_PROJECT}-`)
}

/** The users whom the site knows. */
export const usersOfSite = (['vera', 'victor', 'uma', 'ugo'] as const).map(addressOf)
