import { texts } from '#kit/contract/texts.ts'

/** The labels of the page and the navigation item of SBOMs. */
export const { text: label } = texts('sbom-labels', {
  search: 'SBOM search',
})
