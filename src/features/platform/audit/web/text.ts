import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }
import events from '../messages/events.en.json' with { type: 'json' }

/** The texts of the audit screens. */
export const { useText } = texts('audit', en)
/** The texts of the declared events. */
export const { useText: useEventText, text: eventText } = texts('events', events)
/** Fills the text of an event. */
export type EventText = typeof eventText
