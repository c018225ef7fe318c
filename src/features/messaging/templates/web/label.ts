import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages and navigation items of templates. */
export const { useText: useLabel, text: label } = texts('templates', {
  templates: 'Templates',
  template: 'Template',
})
