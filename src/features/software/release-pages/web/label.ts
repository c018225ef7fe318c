import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages, rail rows and actions of releases. */
export const { useText: useLabel, text: label } = texts('release-pages', {
  releases: 'Releases',
  release: 'Release',
  approvals: 'Approvals',
})
