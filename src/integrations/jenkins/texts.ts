/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  url: 'Address',
  job: 'Job',
  jobHelp: 'Jobs in folders are written with slashes: network/headend-link',
  username: 'User',
  token: 'API token',
  tokenHelp: 'made on the page of the user in Jenkins, under Security',
}
