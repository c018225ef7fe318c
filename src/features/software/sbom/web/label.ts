import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The labels of the page and the navigation item of SBOMs. */
export const { text: label } = texts('sbom-labels', en)
