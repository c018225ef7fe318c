import { defineJob, taskOf } from '#kit/server/job.ts'
import type { Feature } from '#kit/server/portal.ts'
import { deliveryTask } from './deliver.ts'
import { deleteOldDeliveries, deliveryLogDays } from './delivery-log.ts'
import { serveWebhooks } from './webhook-routes.ts'
import { webhookSecrets } from './webhook-store.ts'

export { ownedWebhooks } from './owned-webhooks.ts'
export { queueDelivery, type WebhookFacts, webhookHandlers } from './queue-delivery.ts'
export { restateDeliveries } from './restate-deliveries.ts'
export {
  createSubscription,
  deleteSubscription,
  deleteSubscriptionsOf,
  findSubscriptions,
  subscriptionsTo,
} from './subscriptions.ts'
export { createWebhookSecret, signatureHeaders } from './webhook-signature.ts'
export { requireWebhookUrl } from './webhook-url.ts'

/** Outgoing webhooks: an account's events sent to its own systems, signed, in order, with a log. */
export const webhooksFeature: Feature = {
  name: 'webhooks',
  serve: serveWebhooks,
  encryptedColumns: webhookSecrets,
  settings: [deliveryLogDays],
  tasks: (portal) => [
    deliveryTask(portal),
    taskOf(defineJob('webhooks.sweep'), { cron: '25 3 * * *', run: () => deleteOldDeliveries(portal) }),
  ],
}
