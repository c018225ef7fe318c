import { texts } from '#kit/contract/texts.ts'

/** The labels of the page and the navigation item of the software overview. */
export const { text: label } = texts('software-overview-labels', {
  overview: 'Software overview',
  rail: 'Overview',
})
