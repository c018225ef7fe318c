import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { encryptorFor } from '#kit/server/encryption.ts'
import { queueMail } from '#kit/server/mail.ts'
import { features } from '#web/features.ts'
import { type MadeAccount, userWith } from '../factories.ts'
import type { Stage } from './e2e-app.ts'

/**
 * Every address of the router's own list, with the parameters filled in from the demo world, a call of the API
 * reference, an entry of the audit log, a filter that nothing matches, and the two pages that no feature has.
 */
export async function routesOf({ app }: Stage): Promise<string[]> {
  const { db } = app.portal
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('name', '=', 'nordfeld-kabel')
    .executeTakeFirstOrThrow()
  const known = await db
    .selectFrom('cases')
    .select('key')
    .where('account_id', '=', account.id)
    .where('internal', '=', false)
    .orderBy('id')
    .executeTakeFirst()
  const release = await db
    .selectFrom('bundle_releases')
    .select(['id', 'bundle_id'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .executeTakeFirst()
  const subscription = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  const announcement = await db.selectFrom('announcements').select('id').orderBy('id').executeTakeFirstOrThrow()
  const template = await db.selectFrom('templates').select('id').orderBy('id').executeTakeFirstOrThrow()
  const rnd = await db.selectFrom('rnd_issues').select('key').orderBy('id').executeTakeFirstOrThrow()
  const outage = await db
    .selectFrom('cases')
    .select('key')
    .where('account_id', '=', account.id)
    .where('type', '=', 'OUTAGE')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const user = await db
    .selectFrom('role_grants')
    .select('user_id')
    .where('account_id', '=', account.id)
    .orderBy('user_id')
    .executeTakeFirstOrThrow()
  const finding = await db
    .selectFrom('insight_findings')
    .select('id')
    .where('account_id', '=', account.id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const calendarEvent = await db
    .selectFrom('calendar_events')
    .select('id')
    .where('account_id', '=', account.id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const rollout = await db.selectFrom('rollouts').select('id').orderBy('id').executeTakeFirstOrThrow()
  const alert = await db.selectFrom('incident_alerts').select('id').orderBy('id').executeTakeFirstOrThrow()
  const wikiPage = await db
    .selectFrom('wiki_pages')
    .select('id')
    .where('account_id', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const knownIssue = await db.selectFrom('known_issues').select('key').orderBy('id').executeTakeFirstOrThrow()
  const entry = await db
    .selectFrom('events')
    .select('id')
    .where('account_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const values: Record<string, string> = {
    issueKey: String(knownIssue.key),
    alertId: String(alert.id),
    pageId: String(wikiPage.id),
    rolloutId: String(rollout.id),
    eventId: String(calendarEvent.id),
    releaseId: String(release?.id ?? 0),
    bundleId: String(release?.bundle_id ?? 0),
    account: account.name,
    accountName: account.name,
    accountId: String(account.id),
    templateId: String(template.id),
    key: known?.key ?? 'none',
    outageKey: outage.key,
    findingId: String(finding.id),
    rndKey: rnd.key,
    subscriptionId: String(subscription.id),
    userId: String(user.user_id),
    announcementId: String(announcement.id),
    mailId: await queuedMail(app),
    connectionId: await stoppedConnection(app),
    plugin: 'jira',
    webhookId: await pausedWebhook(app.portal, account.id),
    decision: await someDecision(app, account),
  }
  const paths = features.flatMap(({ pages }) =>
    pages.map(({ path }) => path.pattern.replace(/\$(\w+)/g, (whole, name: string) => values[name] ?? whole)),
  )
  return [
    ...new Set(paths),
    `/admin/audit?entry=${entry.id}`,
    '/admin/audit?q=no-such-key',
    '/api/docs?operation=createCase',
    `/${account.name}/${account.id}/dashboard?tab=calendar`,
    `/${account.name}/${account.id}/calendar?q=upgrade`,
    '/denied',
    '/leaving?to=https%3A%2F%2Fxn--mnchen-3ya.example%2Fa',
    '/no-such-page',
  ]
}

/** The id of the connection to the directory of a disabled provider, with a call that failed and a dead letter. */
async function stoppedConnection({ portal: { db, config } }: Stage['app']): Promise<string> {
  await db
    .insertInto('identity_providers')
    .values({
      id: 'routes',
      name: 'Okta of the routes',
      type: 'OKTA',
      issuer: 'https://routes.okta.example',
      enabled: false,
      management_url: 'https://routes.okta.example',
      management_secret: encryptorFor(config).close('token', 'identity provider routes management'),
    })
    .execute()
  const connection = 'directory:routes'
  await sql`insert into connection_status (connection, last_failure_at, failure, fault)
    values (${connection}, now(), 'Okta cannot be reached.', 'unreachable')`.execute(db)
  await sql`insert into connection_calls (connection, at, method, path, fault, duration_ms)
    values (${connection}, now(), 'GET', '/api/v1/users', 'unreachable', 12)`.execute(db)
  await sql`insert into outbox (line, subject, connection, operation, state, error)
    values ('directory', '1', ${connection}, 'suspend', 'FAILED', 'Okta rejected: not allowed.')`.execute(db)
  return encodeURIComponent(connection)
}

/** The id of a new denial. */
async function someDecision(app: Stage['app'], account: MadeAccount): Promise<string> {
  const { headers } = await userWith(app, 'CUST_CONTRACTOR', account)
  const rejected = await fetch(`${app.url}/api/users`, { headers })
  return ((await rejected.json()) as { decision: string }).decision
}

/** The id of a webhook of the account. */
async function pausedWebhook({ db }: Stage['app']['portal'], accountId: number): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('webhooks')
    .values({
      id,
      account_id: accountId,
      url: 'https://hooks.nordfeld-kabel.example/cases',
      events: ['case.created'],
      state: 'PAUSED',
      paused_by: 'FAILURES',
      last_error: 'it responded with status 503',
      secret: Buffer.alloc(33),
    })
    .execute()
  await db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id: id,
      message_id: 'event_1',
      event: 'case.created',
      subject: 'case NORD-1',
      body: '{}',
      state: 'FAILED',
      attempts: 16,
      status: 503,
      error: 'it responded with status 503',
    })
    .execute()
  return id
}

/** The id of a mail in the outbox. */
async function queuedMail(app: Stage['app']): Promise<string> {
  const { db } = app.portal
  await queueMail(db, { to: 'routes@nordfeld-kabel.example', subject: 'Invitation', paragraphs: ['Welcome.'] })
  const { id } = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('recipient', '=', 'routes@nordfeld-kabel.example')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return String(id)
}
