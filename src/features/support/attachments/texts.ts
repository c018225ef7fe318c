import { texts } from '#kit/contract/texts.ts'

/** The texts of the files of a case. */
export const { useText, text } = texts('case-attachments', {
  drop: 'Attach files',
  limit: 'up to {limit} each',
  download: 'Download {name}',
  delete: 'Delete {name}',
  deleted: '{name} deleted',
  deleteTitle: 'Delete this file',
  deleteText: '{name} is removed from the case for everyone. This cannot be undone.',
  none: 'No files yet',
  noneText: 'Drop logs, captures or images here. They are visible to both sides of the case.',
  by: '{name}, {at}',
  list: 'Case files',
  tooLarge: '{name}: attachment size exceeds limit ({limit}).',
})
