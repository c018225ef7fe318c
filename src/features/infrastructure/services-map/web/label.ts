import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The label of the services map. */
export const { text: label } = texts('services-map-labels', en)
