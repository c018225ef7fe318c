import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/curve.en.json' with { type: 'json' }

/** The texts of the curve of missing modems. */
export const { useText } = texts('outage-curve', en)
