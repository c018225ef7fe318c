import { texts } from '#kit/contract/texts.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  notYet: {
    unchanged: 'Nothing has changed yet.',
  },
  title: 'Links',
  type: {
    WIKI_SHARED_SPACE_URL: 'Wiki',
    SERVICE_DESK: 'Service desk',
    ANALYTICS_URL: 'Analytics',
  },
  text: {
    WIKI_SHARED_SPACE_URL: 'shared space for all accounts',
    SERVICE_DESK: 'where users open service requests',
    ANALYTICS_URL: 'dashboards of the analytics system',
  },
  settings: 'Common links',
  settingsText: 'Shown on the dashboard of every account. An empty field shows no link.',
  unknown: 'There is no link of this type.',
  wrong: 'Enter an https address without a user name.',
  save: 'Save links',
  saved: 'Links saved',
}

/** The texts of the common links. */
export const { useText } = texts('common-configs', pageTexts)
