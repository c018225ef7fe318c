import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages, navigation rows and actions of domains. */
export const { useText: useLabel, text: label } = texts('domains', {
  domains: 'Domains',
})
