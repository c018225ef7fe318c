import { pagePath } from '#kit/contract/page-path.ts'

/** The webhooks of an account. */
export const webhooksPath = pagePath('/$account/$accountId/webhooks')

/** A webhook. */
export const webhookPath = pagePath('/$account/$accountId/webhooks/$webhookId')
