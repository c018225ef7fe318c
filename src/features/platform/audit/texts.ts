import { texts } from '#kit/contract/texts.ts'
import { eventTexts } from './event-texts.generated.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  activity: {
    title: 'Recent activity',
    mine: 'Your activity log',
    none: 'No activity yet',
    more_one: '{text} and {count} more',
    more_other: '{text} and {count} more',
  },
  system: 'The portal',
  as: '{by} as {user}',
}

/** The texts of the audit screens. */
export const { useText } = texts('audit', pageTexts)
/** The texts of the declared events. */
export const { useText: useEventText, text: eventText } = texts('events', eventTexts)
/** Fills the text of an event. */
export type EventText = typeof eventText
