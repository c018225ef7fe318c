import { texts } from '#kit/contract/texts.ts'

/** The texts of the cloud regions. */
export const { useText } = texts('cloud-regions', {
  notYet: {
    unchanged: 'Nothing has changed yet.',
  },
  title: 'Cloud region',
  note: 'Where the cloud resources of {account} are',
  own: 'Region and project',
  region: 'Region',
  regionHint: "Choose the region that is nearest to the account's network.",
  choose: 'Choose a region',
  projectKey: 'Project key',
  projectKeyHint: 'The project in the cloud, for example {example}: 6 to 30 lowercase letters, digits and hyphens.',
  projectKeyWrong:
    'Enter 6 to 30 lowercase letters, digits and hyphens, no spaces. The first is a letter, the last no hyphen.',
  regionWrong: 'Choose a region of the list.',
  save: 'Save region',
  saved: 'Cloud region updated',
  all: 'Regions of all accounts',
  allNote: '{count} accounts',
  empty: 'No account has a cloud region yet',
  emptyText: 'Choose a region and a project key above.',
  account: 'Account',
  updated: 'Changed',
  more: 'The first {count} accounts are shown.',
  group: {
    NORTH_AMERICA: 'North America',
    SOUTH_AMERICA: 'South America',
    EMEA: 'Europe, Middle East and Africa',
    ASIA_PACIFIC: 'Asia-Pacific',
  },
  provider: {
    GOOGLE: 'Google Cloud',
    AWS: 'AWS',
  },
})
