import { accessEnded } from '#features/users/users/contract.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { on } from '#kit/server/events/event-handler.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { OutboundRequestBlocked } from '#kit/server/outbound.ts'
import { requireOutside } from '#kit/server/outbound-fetch.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  pushProblems,
  pushSubscribed,
  pushUnsubscribed,
  readPushKey,
  subscribeToPush,
  unsubscribeFromPush,
} from '../contract.ts'
import { encryptPush } from './encrypt-push.ts'
import { pushSetting } from './push-setting.ts'
import { addSubscription, removeSubscription, removeUserFromPush } from './push-store.ts'
import { pushTask } from './send-push.ts'
import { vapidKeys } from './vapid.ts'

export { removeUserFromPush } from './push-store.ts'
export { dropPushes, queuePushes } from './send-push.ts'

/** Notifications in browsers while no page is open. */
export const webPushFeature: Feature = {
  name: 'web-push',
  serve: servePush,
  settings: [pushSetting],
  tasks: (portal) => [pushTask(portal)],
  eventHandlers: () => [
    on(accessEnded, 'web-push.access-ended', ({ subjectId }, tx) => removeUserFromPush(tx, Number(subjectId))),
  ],
}

function servePush(portal: AppContext): void {
  const { db, settings, config } = portal
  const encrypt = encryptorFor(config)
  serve(portal, readPushKey, async () => ({
    publicKey: settings.valueOf(pushSetting) === 'on' ? (await vapidKeys(db, encrypt)).publicKey : null,
  }))
  registerCommand(portal, subscribeToPush, async (call) => {
    const { tx, session, body } = call
    if (settings.valueOf(pushSetting) !== 'on') throwProblem(pushProblems['push-off'])
    requirePushService(portal, body.endpoint)
    requireKeys(body.keys)
    await addSubscription(tx, session.userId, body)
    await call.record(pushSubscribed, { subject: session.userId, data: { service: new URL(body.endpoint).host } })
    return undefined
  })
  registerCommand(portal, unsubscribeFromPush, async (call) => {
    const { tx, session, body } = call
    await removeSubscription(tx, session.userId, body.endpoint)
    await call.record(pushUnsubscribed, { subject: session.userId, data: { service: new URL(body.endpoint).host } })
    return undefined
  })
}

function requirePushService({ config }: AppContext, endpoint: string): void {
  try {
    requireOutside(endpoint, config.privateHosts)
  } catch (failure) {
    if (!(failure instanceof OutboundRequestBlocked)) throw failure
    throwFieldProblem('endpoint', failure.message)
  }
}

/** Rejects keys with which no message can be encrypted. */
function requireKeys({ p256dh, auth }: { p256dh: string; auth: string }): void {
  const authSecret = Buffer.from(auth, 'base64url')
  if (authSecret.length !== 16) throwFieldProblem('keys.auth', 'must be 16 bytes')
  try {
    encryptPush(Buffer.alloc(0), { publicKey: Buffer.from(p256dh, 'base64url'), authSecret })
  } catch {
    throwFieldProblem('keys.p256dh', 'is no public key of P-256')
  }
}
