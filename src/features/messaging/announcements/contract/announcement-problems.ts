import { problems } from '#kit/contract/problem.ts'

export const announcementProblems = problems({
  'announcement-not-found': { status: 404, text: 'The announcement was not found.' },
  'announcement-active': { status: 409, text: 'The announcement is active. Deactivate it before you delete it.' },
  'announcement-already-active': { status: 409, text: 'The announcement is active already.' },
  'announcement-not-active': { status: 409, text: 'The announcement is not active.' },
  'announcement-expired': { status: 409, text: 'The announcement has expired. Set a later expiry first.' },
  'announcement-without-recipients': {
    status: 409,
    text: 'No user fits these recipients. Change them, or confirm that it reaches no user now.',
  },
  'recipients-not-assigned': {
    status: 403,
    text: 'You can address users of the accounts that are assigned to you only. Choose among your accounts.',
  },
  'announcement-file-not-found': {
    status: 404,
    text: 'This file was not found, or you do not have permission to see it.',
  },
  'category-not-found': { status: 404, text: 'The category was not found. Choose another one.' },
  'category-in-use': { status: 409, text: '{count} announcements have this category. Give them another one first.' },
  'category-exists': { status: 409, text: 'A category of this name exists already.' },
  'inbox-item-not-found': { status: 404, text: 'The announcement is not in your inbox.' },
  'settings-of-unknown-user': { status: 404, text: 'The user was not found.' },
})
