import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages and the navigation row of known issues. */
export const { useText: useLabel, text: label } = texts('known-issues', {
  knownIssues: 'Known issues',
  knownIssue: 'Known issue',
})
