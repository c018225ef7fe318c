import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/deliveries.en.json' with { type: 'json' }

/** The texts about deliveries, which the list of announcements does without. */
export const { useText: useDeliveriesText } = texts('announcements', en)
