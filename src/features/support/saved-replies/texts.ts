import { texts } from '#kit/contract/texts.ts'

/** The texts of saved replies. */
export const { useText } = texts('saved-replies', {
  page: {
    title: 'Saved replies',
    note: 'Harmonic staff insert them into replies and internal notes',
    'new': 'New saved reply',
    name: 'Name',
    text: 'Text',
    updated: 'Changed',
    updatedBy: '{at} by {name}',
    edit: 'Edit',
    delete: 'Delete',
    empty: 'No saved replies yet',
    emptyText: 'Save a text that you write often. Its variables are filled from the case.',
  },
  form: {
    newTitle: 'New saved reply',
    editTitle: 'Edit {name}',
    name: 'Name',
    body: 'Text in Markdown',
    variables: 'Insert a variable',
    preview: 'As it reads in a case',
    save: 'Save',
    saved: '{name} was saved',
    nameMissing: 'Enter a name.',
    bodyMissing: 'Enter a text.',
    unknown: 'There is no variable {variable}.',
    unclosed: 'Close {{ with }}.',
    stale: 'Another user changed this reply in the meantime. Your text replaces it when you save again.',
  },
  remove: {
    title: 'Delete {name}',
    text: 'It can no longer be inserted. Replies that were written with it stay as they are.',
    action: 'Delete saved reply',
    done: '{name} was deleted',
  },
  insert: {
    title: 'Saved replies',
    search: 'Search saved replies',
    none: 'No saved reply has these words.',
    empty: 'There are no saved replies yet.',
    manage: 'Manage saved replies',
    keys: 'Enter inserts, Escape closes',
  },
  variable: {
    case: {
      key: 'Key of the case',
      subject: 'Subject',
      reporter: 'Reporter',
      assignee: 'Assignee',
      product: 'Product',
      version: 'Version',
    },
    account: {
      name: 'Account',
    },
    user: {
      name: 'Your name',
    },
  },
  example: {
    case: {
      key: 'NORD-1042',
      subject: 'Modems flap on node 7',
      reporter: 'Tom Becker',
      assignee: 'Priya Raman',
      product: 'cOS',
      version: '3.25.0',
    },
    account: {
      name: 'Nordfeld Kabel',
    },
    user: {
      name: 'Priya Raman',
    },
  },
})

/** The text of the button in the composer. */
export const { useText: useInsertText } = texts('saved-replies', {
  insert: 'Insert a saved reply',
})
