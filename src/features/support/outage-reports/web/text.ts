import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of reason-for-outage reports. */
export const { useText } = texts('outage-reports', en)
