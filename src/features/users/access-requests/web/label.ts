import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Texts of the notifications of access requests. */
export const { text: label } = texts('access-requests', en)
