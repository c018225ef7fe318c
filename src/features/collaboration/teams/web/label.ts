import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The labels of the pages and navigation items of teams. */
export const { text: label } = texts('teams-labels', en)
