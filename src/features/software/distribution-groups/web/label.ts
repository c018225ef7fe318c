import { texts } from '#kit/contract/texts.ts'

/** The labels of the page and the navigation item of distribution groups. */
export const { text: label } = texts('distribution-groups-labels', {
  groups: 'Groups',
})
