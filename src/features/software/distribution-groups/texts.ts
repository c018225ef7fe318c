import { texts } from '#kit/contract/texts.ts'

/** The texts of distribution groups. */
export const { useText } = texts('distribution-groups', {
  note: 'Accounts to which bundles are released together. Rings of a rollout are made of them.',
  'new': 'New group',
  newTitle: 'New distribution group',
  editTitle: 'Edit {name}',
  create: 'Create group',
  save: 'Save group',
  edit: 'Edit {name}',
  delete: 'Delete {name}',
  deleteTitle: 'Delete the group {name}?',
  deleteText: 'Its accounts and their releases stay. Rollouts that have started keep the accounts they began with.',
  deleteAction: 'Delete group',
  created: 'Group {name} created',
  saved: 'Group {name} updated',
  deleted: 'Group {name} deleted',
  name: 'Name',
  description: 'Description',
  ring: 'Ring',
  ringHint: 'Its place in a new rollout: 1 is first. Leave empty for none.',
  ringWrong: 'Enter a number from 1 to 99, or leave it empty.',
  noRing: 'None',
  accounts: 'Accounts',
  more: 'and {count} more',
  updated: 'Changed',
  actions: 'Actions',
  empty: 'No distribution group yet',
  emptyText:
    'A group names accounts that get software together, for example a lab or the first customers of a new version.',
})
