import { texts } from '#kit/contract/texts.ts'

/** The texts of links between cases. */
export const { useText } = texts('case-links', {
  title: 'Linked cases',
  kind: {
    BLOCKS: 'Blocks',
    IS_BLOCKED_BY: 'Is blocked by',
    RELATES_TO: 'Relates to',
    DUPLICATES: 'Duplicates',
    IS_DUPLICATED_BY: 'Is duplicated by',
  },
  add: 'Link a case',
  kindLabel: 'Link type',
  key: 'Case key',
  keyHint: 'For example {example}',
  keyMissing: 'Enter the key of a case.',
  save: 'Link',
  cancel: 'Cancel',
  remove: 'Remove the link to {key}',
  added: '{key} is linked to {other}',
  removed: 'The link to {key} was removed',
  internal: 'Internal',
})
