import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the page and the rail row of the cases report. */
export const { text: label } = texts('case-reports', en)
