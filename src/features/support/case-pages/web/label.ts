import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages, rail rows and actions of cases. */
export const { useText: useLabel, text: label } = texts('case-pages', {
  queue: 'Support queue',
  cases: 'Cases',
  internal: 'Internal cases',
  case: 'Case',
  printed: 'Printed case',
  'new': 'New case',
  rail: {
    support: 'Support',
    queue: 'Queue',
    cases: 'Cases',
    internal: 'Internal cases',
  },
})
