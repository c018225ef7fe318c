import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The labels of the pages and the navigation item of rollouts. */
export const { text: label } = texts('rollouts-labels', en)
