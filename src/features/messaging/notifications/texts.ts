/** What the server writes. */
export const serverTexts = {
  digest: {
    subject: '{count} notifications: {first}',
    subjectOfOne: '{title} ({count} notifications)',
    more: 'There are {count} more in your inbox.',
    moreLines: '{count} more of it.',
    link: 'Open your inbox',
  },
}
