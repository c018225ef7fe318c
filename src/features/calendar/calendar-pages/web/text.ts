import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the calendar. */
export const { useText } = texts('calendar', en)
export type Text = ReturnType<typeof useText>
