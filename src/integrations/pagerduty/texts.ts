/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  pagerduty: 'PagerDuty',
  url: 'Address',
  urlHelp: 'https://api.pagerduty.com',
  key: 'API key',
  username: 'User',
  usernameHelp: 'The mail address of the PagerDuty user in whose name incidents are changed',
  service: 'Service ID',
  serviceHelp: 'The service that incidents are created in, such as PWIXJZS',
  hookSecret: 'Signing secret of webhooks',
  happenedAgain: 'Happened again.',
}
