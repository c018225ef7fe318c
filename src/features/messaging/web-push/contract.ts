import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { problems } from '#kit/contract/problem.ts'

export const pushProblems = problems({
  'push-off': {
    status: 409,
    text: 'Notifications in the browser are off in this portal. An administrator can switch them on in the settings.',
  },
  'push-limit-reached': {
    status: 409,
    text: 'You get notifications in {most} browsers already. Switch them off in one of them first.',
  },
  'push-subscription-not-found': { status: 404, text: 'This browser gets no notifications.' },
})

export const pushSubscribed = defineEvent('user.push-subscribed', {
  audience: 'person',
  text: 'switched on notifications of a browser',
  data: { service: z.string() },
})
export const pushUnsubscribed = defineEvent('user.push-unsubscribed', {
  audience: 'person',
  text: 'switched off notifications of a browser',
  data: { service: z.string() },
})

const url = '/api/users/me/push'
const own = { tag: 'Push notifications', guard: 'signed-in' } as const
const endpointUrl = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[^\s]+$/, 'must be an https address'))
/** Bytes as base64url without padding. */
const bytes = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most))

export const readPushKey = endpoint({
  ...own,
  name: 'readPushKey',
  method: 'GET',
  url: `${url}-key`,
  summary: 'Read the public key with which a browser subscribes to notifications (RFC 8292)',
  /** null where notifications are off. */
  reply: z.object({ publicKey: z.nullable(z.string()) }),
  problems: [],
})
export const subscribeToPush = endpoint({
  ...own,
  name: 'subscribeToPush',
  method: 'POST',
  url,
  summary: 'Send notifications to a browser: the subscription as the browser made it (Push API)',
  body: z.strictObject({
    endpoint: endpointUrl,
    keys: z.strictObject({ p256dh: bytes(100), auth: bytes(30) }),
  }),
  status: 204,
  forbiddenWhileImpersonating: true,
  problems: [pushProblems['push-off'], pushProblems['push-limit-reached']],
})
export const unsubscribeFromPush = endpoint({
  ...own,
  name: 'unsubscribeFromPush',
  method: 'DELETE',
  url,
  summary: 'Send no more notifications to a browser',
  body: z.strictObject({ endpoint: endpointUrl }),
  forbiddenWhileImpersonating: true,
  problems: [pushProblems['push-subscription-not-found']],
})
