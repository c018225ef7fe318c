import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of SBOMs. */
export const { useText } = texts('sbom', en)
