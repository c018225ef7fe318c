import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages, rail rows and actions of bundles. */
export const { useText: useLabel, text: label } = texts('bundle-pages', {
  software: 'Software',
  bundles: 'Bundles',
  bundle: 'Bundle',
  newBundle: 'New bundle',
})
