import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the cloud regions. */
export const { useText } = texts('cloud-regions', en)
