import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages and rail rows of subscriptions. */
export const { useText: useLabel, text: label } = texts('subscription-labels', {
  customers: 'Customer subscriptions',
  subscription: 'Subscription',
  mine: 'Subscription',
})
