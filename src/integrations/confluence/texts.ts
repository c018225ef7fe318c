/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  url: 'Address',
  urlHelp: 'The site without a path: https://your-site.atlassian.net',
  username: 'User',
  usernameHelp: 'The e-mail address of a user who reads the space',
  token: 'API token',
  spaceKey: 'Space key',
  spaceKeyHelp: 'The short name in the address of the space: NET in …/wiki/spaces/NET',
  readers: 'Who reads the pages here',
  readersVendor: 'Vendor staff only',
  readersAll: 'Users of the account and vendor staff',
  noSpace: 'Confluence has no space with the key {key}, or this user may not read it.',
  unreadable: '{name} sent a page that cannot be read.',
  tooMany: 'The space has more than {most} pages.',
}
