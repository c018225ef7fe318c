import { bundleTemplateEvents } from '#features/software/bundles/server/index.ts'
import { credentialTemplateEvents } from '#features/software/registry/server/index.ts'
import { releaseTemplateEvents } from '#features/software/releases/server/index.ts'
import { subscriptionTemplateEvents } from '#features/subscriptions/customer-plans/server/index.ts'
import { caseTemplateEvents } from '#features/support/case-notifications/server/index.ts'
import { outageTemplateEvents } from '#features/support/outages/server/index.ts'

/** The events that announce themselves when they are bound to a template. */
export const templateEvents = [
  ...caseTemplateEvents,
  ...outageTemplateEvents,
  ...bundleTemplateEvents,
  ...releaseTemplateEvents,
  ...credentialTemplateEvents,
  ...subscriptionTemplateEvents,
]
