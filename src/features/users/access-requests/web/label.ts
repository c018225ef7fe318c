import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** What the bell says of those who ask for access. */
export const { text: label } = texts('access-requests', en)
