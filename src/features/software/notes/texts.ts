import { texts } from '#kit/contract/texts.ts'

/** The texts of notes. */
export const { useText, text } = texts('notes', {
  notYet: {
    text: 'Write something first.',
  },
  note: 'Note',
  write: 'Add note',
  added: 'Note added',
  changed: 'Note changed',
  deleted: 'Note deleted',
  edited: 'edited',
  edit: 'Edit note',
  delete: 'Delete note',
  deleteTitle: 'Delete this note?',
  deleteText: 'This cannot be undone.',
  empty: 'No notes yet',
  save: 'Save',
  cancel: 'Cancel',
})
