import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/print.en.json' with { type: 'json' }

export const { useText: usePrintText } = texts('case-print', en)
