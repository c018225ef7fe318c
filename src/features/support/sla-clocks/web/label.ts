import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the page of SLA targets. */
export const { text: label } = texts('sla-clocks', en)
