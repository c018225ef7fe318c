import { texts } from '#kit/contract/texts.ts'

/** Labels of the page and the navigation row of webhooks. */
export const { useText: useLabel, text: label } = texts('webhooks', {
  webhooks: 'Webhooks',
})
