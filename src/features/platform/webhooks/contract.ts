import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import {
  LONGEST_OVERLAP_HOURS,
  manageWebhooks,
  WaitingMessages,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEvent,
  WebhookWithSecret,
} from './contract/webhook.ts'

export {
  isWebhookEvent,
  LONGEST_OVERLAP_HOURS,
  MOST_WEBHOOKS,
  manageWebhooks,
  TEST_EVENT,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
  webhookEventNames,
} from './contract/webhook.ts'

export const webhookProblems = problems({
  'webhook-not-found': { status: 404, text: 'This webhook was not found.' },
  'webhook-account-not-found': { status: 404, text: 'There is no account {account} whose webhooks you can manage.' },
  'webhook-limit-reached': { status: 409, text: '{account} has {most} webhooks. Delete one first.' },
  'webhook-delivery-not-found': { status: 404, text: 'This delivery was not found. Deliveries are kept for 30 days.' },
  'webhook-paused': { status: 409, text: 'This webhook is paused. Resume it first.' },
})

export const webhookCreated = defineEvent('webhook.created', {
  audience: 'account',
  text: 'created a webhook',
  data: { url: z.string() },
})
export const webhookEdited = defineEvent('webhook.edited', {
  audience: 'account',
  text: 'changed a webhook',
  data: { url: z.string(), changes: z.optional(changesTo({ state: z.string(), events: z.array(z.string()) })) },
})
export const webhookSecretRotated = defineEvent('webhook.secret-rotated', {
  audience: 'account',
  text: 'rotated the secret of a webhook',
  data: { url: z.string(), overlapHours: z.optional(z.int()) },
})
export const webhookDeleted = defineEvent('webhook.deleted', {
  audience: 'account',
  text: 'deleted a webhook',
  data: { url: z.string() },
})
export const webhookReplayed = defineEvent('webhook.replayed', {
  audience: 'account',
  text: 'replayed a webhook delivery',
  data: { url: z.string(), delivery: z.optional(z.string()) },
})
export const webhookTested = defineEvent('webhook.tested', {
  audience: 'account',
  text: 'sent a test event to a webhook',
  data: { url: z.string() },
})
/** The portal paused it after 24 hours of failures. */
export const webhookPaused = defineEvent('webhook.paused', {
  audience: 'account',
  text: 'paused a webhook that failed for a day',
  data: { url: z.string(), error: z.string() },
})

const url = '/api/webhooks'
const webhooks = { tag: 'Webhooks', guard: manageWebhooks } as const
const byId = { params: z.strictObject({ id: z.uuid() }), problems: [webhookProblems['webhook-not-found']] } as const
const fields = {
  url: z.string().check(z.minLength(1), z.maxLength(2000)),
  description: z.string().check(z.maxLength(250), z.regex(/^[^\p{Cc}]*$/u)),
  events: z.array(WebhookEvent).check(z.minLength(1), z.maxLength(50)),
}

export const listWebhooks = endpoint({
  ...webhooks,
  name: 'listWebhooks',
  method: 'GET',
  url,
  summary: 'List the webhooks of an account',
  query: z.strictObject({ account: z.string().check(z.maxLength(100)) }),
  reply: halList('webhooks', Webhook),
  problems: [],
})
export const readWebhook = endpoint({
  ...webhooks,
  ...byId,
  name: 'readWebhook',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read a webhook',
  reply: Webhook,
})
export const createWebhook = endpoint({
  ...webhooks,
  name: 'createWebhook',
  method: 'POST',
  url,
  status: 201,
  forbiddenWhileImpersonating: true,
  summary: 'Create a webhook of an account; the response holds its secret, which is not shown again',
  query: z.strictObject({ account: z.string().check(z.maxLength(100)) }),
  body: z.strictObject({ url: fields.url, events: fields.events, description: z.optional(fields.description) }),
  reply: WebhookWithSecret,
  problems: [webhookProblems['webhook-account-not-found'], webhookProblems['webhook-limit-reached']],
})
export const editWebhook = endpoint({
  ...webhooks,
  ...byId,
  name: 'editWebhook',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change a webhook, pause it, or resume it',
  body: z.strictObject({
    url: z.optional(fields.url),
    events: z.optional(fields.events),
    description: z.optional(fields.description),
    state: z.optional(z.enum(['ACTIVE', 'PAUSED'])),
    /** What becomes of the messages that wait, when it is resumed: sent in order (unless given), or passed over. */
    waiting: z.optional(WaitingMessages),
  }),
  reply: Webhook,
})
export const rotateWebhookSecret = endpoint({
  ...webhooks,
  ...byId,
  name: 'rotateWebhookSecret',
  method: 'POST',
  url: `${url}/{id}/rotate`,
  forbiddenWhileImpersonating: true,
  summary: 'Replace the secret of a webhook; both secrets sign for the hours given',
  body: z.strictObject({ overlapHours: z.int().check(z.minimum(0), z.maximum(LONGEST_OVERLAP_HOURS)) }),
  reply: WebhookWithSecret,
})
export const testWebhook = endpoint({
  ...webhooks,
  ...byId,
  name: 'testWebhook',
  method: 'POST',
  url: `${url}/{id}/test`,
  summary: 'Send a test event to a webhook',
  limit: { count: 30, seconds: 60 },
  reply: WebhookDelivery,
  problems: [webhookProblems['webhook-not-found'], webhookProblems['webhook-paused']],
})
export const deleteWebhook = endpoint({
  ...webhooks,
  ...byId,
  name: 'deleteWebhook',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a webhook with its delivery log',
})
export const listWebhookDeliveries = endpoint({
  ...webhooks,
  ...byId,
  name: 'listWebhookDeliveries',
  method: 'GET',
  url: `${url}/{id}/deliveries`,
  summary: 'List the stored deliveries of a webhook, newest first',
  query: listQuery(['created'], { state: z.optional(z.array(WebhookDeliveryState)) }),
  reply: halList('deliveries', WebhookDelivery),
})
export const replayWebhookDelivery = endpoint({
  ...webhooks,
  name: 'replayWebhookDelivery',
  method: 'POST',
  url: `${url}/{id}/deliveries/{deliveryId}/replay`,
  summary: 'Send a delivery again, with the same message id',
  params: z.strictObject({ id: z.uuid(), deliveryId: z.string().check(z.regex(/^\d{1,15}$/)) }),
  reply: WebhookDelivery,
  problems: [
    webhookProblems['webhook-not-found'],
    webhookProblems['webhook-delivery-not-found'],
    webhookProblems['webhook-paused'],
  ],
})
