import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findAccountIn, type NamedAccount } from '#features/access/scope/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Tx } from '#kit/server/database.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  listWebhookDeliveries,
  listWebhooks,
  MOST_WEBHOOKS,
  manageWebhooks,
  readWebhook,
  replayWebhookDelivery,
  rotateWebhookSecret,
  TEST_EVENT,
  testWebhook,
  webhookCreated,
  webhookDeleted,
  webhookEdited,
  webhookProblems,
  webhookReplayed,
  webhookSecretRotated,
  webhookTested,
} from '../contract.ts'
import { deliveryOf, findDeliveries, passOverWaiting, queueReplay } from './delivery-log.ts'
import { deliverNow, queueDelivery } from './queue-delivery.ts'
import { createWebhookSecret } from './webhook-signature.ts'
import { findWebhooks, lockedWebhook, type StoredWebhook, secretPurpose, webhookOf } from './webhook-store.ts'
import { requireWebhookUrl } from './webhook-url.ts'

/** Webhooks of an account: users who manage them create, change, test and delete them. */
export function serveWebhooks(portal: AppContext): void {
  const { db, config } = portal
  const encrypt = encryptorFor(config)

  serve(portal, listWebhooks, async (call) =>
    halSinglePage(call, 'webhooks', await findWebhooks(db, call.session, call.query.account)),
  )
  serve(portal, readWebhook, async (call) => {
    const webhook = await webhookOf(db, call.session, call.params.id)
    return respond(webhook, { headers: { etag: etagOf(webhook.version) } })
  })

  registerCommand(portal, createWebhook, async (call) => {
    const { tx, session, body } = call
    const { account } = call.query
    const { id: accountId, displayName } = await lockedAccount(tx, session, account)
    requireWebhookUrl(body.url, config.privateHosts)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from webhooks where account_id = ${accountId} and protocol is null`.execute(tx)
    if (rows[0]!.count >= MOST_WEBHOOKS)
      throwProblem(webhookProblems['webhook-limit-reached'], { account: displayName, most: MOST_WEBHOOKS })
    const [id, secret] = [randomUUID(), createWebhookSecret()]
    await sql`
      insert into webhooks (id, account_id, url, description, events, secret, created_by)
      values (${id}, ${accountId}, ${body.url}, ${body.description ?? ''}, ${[...new Set(body.events)]}, ${encrypt.close(secret, secretPurpose(id))}, ${session.userId})`.execute(
      tx,
    )
    await call.record(webhookCreated, { account: accountId, subject: id, data: { url: body.url } })
    return { ...(await webhookOf(tx, session, id)), secret }
  })

  registerCommand(portal, editWebhook, async (call) => {
    const { tx, session, body } = call
    const storedWebhook = await lockedWebhook(tx, session, call.params.id)
    requireVersion(call, storedWebhook.version)
    if (body.url !== undefined) requireWebhookUrl(body.url, config.privateHosts)
    const { waiting = 'SEND', ...wantedChanges } = body
    const changes = changesOf(storedWebhook, wantedChanges as Partial<StoredWebhook>)
    if (Object.keys(changes).length > 0) {
      const {
        url = storedWebhook.url,
        description = storedWebhook.description,
        events = storedWebhook.events,
        state = storedWebhook.state,
      } = wantedChanges
      const isResumed = state === 'ACTIVE' && storedWebhook.state === 'PAUSED'
      // A new address and a resumed webhook are tried at once.
      await sql`
        update webhooks set url = ${url}, description = ${description}, events = ${[...new Set(events)]}, state = ${state},
          paused_by = case when ${state} = 'ACTIVE' then null when ${storedWebhook.state} = 'ACTIVE' then 'USER' else paused_by end,
          failures = 0, failing_since = null, resumed_at = case when ${isResumed} then now() else resumed_at end,
          created_by = case when ${state} = 'ACTIVE' then ${session.userId} else created_by end, version = version + 1, updated_at = now() where id = ${storedWebhook.id}`.execute(
        tx,
      )
      if (isResumed && waiting === 'SKIP') await passOverWaiting(tx, storedWebhook.id)
      await deliverNow(tx, storedWebhook.id)
      await call.record(webhookEdited, about(storedWebhook, { changes }))
    }
    const webhook = await webhookOf(tx, session, storedWebhook.id)
    return respond(webhook, { headers: { etag: etagOf(webhook.version) } })
  })

  registerCommand(portal, rotateWebhookSecret, async (call) => {
    const { tx, session, body } = call
    const storedWebhook = await lockedWebhook(tx, session, call.params.id)
    requireVersion(call, storedWebhook.version)
    const secret = createWebhookSecret()
    await sql`
      update webhooks set previous_secret = secret, previous_until = now() + make_interval(hours => ${body.overlapHours}),
        secret = ${encrypt.close(secret, secretPurpose(storedWebhook.id))}, version = version + 1, updated_at = now() where id = ${storedWebhook.id}`.execute(
      tx,
    )
    await call.record(webhookSecretRotated, about(storedWebhook, { overlapHours: body.overlapHours }))
    return { ...(await webhookOf(tx, session, storedWebhook.id)), secret }
  })

  registerCommand(portal, deleteWebhook, async (call) => {
    const storedWebhook = await lockedWebhook(call.tx, call.session, call.params.id)
    requireVersion(call, storedWebhook.version)
    await sql`delete from webhooks where id = ${storedWebhook.id}`.execute(call.tx)
    await call.record(webhookDeleted, about(storedWebhook, {}))
    return undefined
  })

  registerCommand(portal, testWebhook, async (call) => {
    const { tx, session } = call
    const storedWebhook = await active(call)
    const content = {
      type: TEST_EVENT,
      timestamp: new Date().toISOString(),
      data: { account: storedWebhook.accountName, by: session.actor.fullName },
    }
    const [id] = await queueDelivery(tx, [storedWebhook.id], { event: TEST_EVENT, subject: TEST_EVENT, content })
    await deliverNow(tx, storedWebhook.id)
    await call.record(webhookTested, about(storedWebhook, {}))
    return (await deliveryOf(tx, storedWebhook.id, id!))!
  })

  serve(portal, listWebhookDeliveries, async (call) => {
    const { page, size, sort, state } = call.query
    const { id } = await webhookOf(db, call.session, call.params.id)
    const { descending } = readSort(sort, { field: 'created', descending: true })[0]!
    const { rows, total } = await findDeliveries(db, id, { page, size, descending, state })
    return halPage(call, 'deliveries', { rows, total, lastUpdateTime: rows[0]?.created ?? null })
  })

  registerCommand(portal, replayWebhookDelivery, async (call) => {
    const { tx, params } = call
    const storedWebhook = await active(call, { orSubscription: true })
    const id = await queueReplay(tx, storedWebhook.id, Number(params.deliveryId))
    if (id === undefined) throwProblem(webhookProblems['webhook-delivery-not-found'])
    await deliverNow(tx, storedWebhook.id)
    await call.record(webhookReplayed, about(storedWebhook, { delivery: params.deliveryId }))
    return (await deliveryOf(tx, storedWebhook.id, id))!
  })
}

type Context = { readonly tx: Tx; readonly session: Session; readonly params: { readonly id: string } }

async function active({ tx, session, params }: Context, which?: { orSubscription: boolean }): Promise<StoredWebhook> {
  const webhook = await lockedWebhook(tx, session, params.id, which)
  if (webhook.state !== 'ACTIVE') throwProblem(webhookProblems['webhook-paused'])
  return webhook
}

/** The account, where the session manages its webhooks; 404 for any other. */
async function lockedAccount(tx: Tx, session: Session, account: string): Promise<NamedAccount> {
  const namedAccount = await findAccountIn(tx, session, { name: account, permission: manageWebhooks, lock: true })
  return namedAccount ?? throwProblem(webhookProblems['webhook-account-not-found'], { account })
}

function about({ accountId, id, url }: StoredWebhook, data: object) {
  return { account: accountId, subject: id, data: { url, ...data } }
}
