import { IconWebhook } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { manageWebhooks } from '../contract/webhook.ts'
import { webhookPath, webhooksPath } from '../paths.ts'
import { label } from './label.ts'

const guard = { only: [manageWebhooks] }

/** The webhooks of an account. */
export const webhooksWeb: FeatureWeb = {
  name: 'webhooks',
  pages: [
    {
      path: webhooksPath,
      label: () => label('webhooks'),
      guard,
      load: async () => ({ Page: (await import('./webhooks-page.tsx')).WebhooksPage }),
    },
    {
      path: webhookPath,
      label: () => label('webhooks'),
      guard,
      load: async () => ({ Page: (await import('./webhook-page.tsx')).WebhookPage }),
    },
  ],
  rail: [
    {
      id: 'webhooks',
      section: 'account',
      order: 4,
      label: () => label('webhooks'),
      icon: IconWebhook,
      guard,
      to: (account) => account && webhooksPath({ account }),
    },
  ],
}
