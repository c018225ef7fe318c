import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The label of the page of the portal's settings. */
export const { useText: useLabel, text: label } = texts('settings', en)
