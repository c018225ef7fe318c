/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  parentFlaw: {
    unknown: 'the account was not found',
    itself: 'it is the account itself',
    hasParent: 'it has a parent itself',
    noParent: 'it cannot be a parent',
    hasChildren: 'the account has child accounts',
  },
  inUse: {
    children: 'it has child accounts ({children})',
    cases: 'it has open cases ({cases})',
    outages: 'it has open outages ({outages})',
  },
  logoFlaw: {
    kind: 'it is not a PNG, JPEG, GIF or WebP image',
    bytes: 'it is larger than 1 MB',
    pixels: 'it is larger than 2048 pixels in width or height',
    none: 'the request has no part named file',
  },
  andMore: ' and {count} more',
}

/** What is wrong with a value. */
export const validationTexts = {
  timeZone: 'Choose a time zone such as Europe/Berlin.',
  crmId: 'Enter 18 letters and digits.',
  crmIdSuffix: 'Add the suffix of three characters: {right}.',
  crmIdWrongSuffix: 'The last three characters do not fit the others. Check the ID: with these first 15 it is {right}.',
}
