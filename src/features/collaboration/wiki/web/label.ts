import { texts } from '#kit/contract/texts.ts'

/** The label of the pages and the navigation item of the wiki. */
export const { text: label } = texts('wiki-labels', {
  wiki: 'Wiki',
})
