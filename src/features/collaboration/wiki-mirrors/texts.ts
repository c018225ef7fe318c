/** What the server writes. */
export const serverTexts = {
  readPages: 'Read the pages of the space',
  nothingListed:
    'The space has no pages any more, or this user may not read them. The copies in the portal stay as they are.',
}
