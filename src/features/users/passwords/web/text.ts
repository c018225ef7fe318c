import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

export const { useText } = texts('passwords', en)
