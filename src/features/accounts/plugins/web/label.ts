import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages and the navigation row of plugins. */
export const { useText: useLabel, text: label } = texts('plugins', {
  plugins: 'Plugins',
  plugin: 'Plugin',
})
