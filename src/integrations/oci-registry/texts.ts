/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  name: 'OCI registry',
  url: 'Address',
  urlHelp: 'Such as https://registry.example.com, without a path.',
  username: 'User name',
  password: 'Password or token',
  customers: 'Customers pull from',
  customersHelp:
    'With this registry, each delivery copies the images into a repository of the account. The registry must use this portal as its token server, with the settings of the operations manual.',
  customersPortal: 'This portal',
  customersRegistry: 'This registry',
  repositories: 'Repositories',
  repositoriesHelp: 'Names with commas between them. Leave it empty where the registry lists its repositories.',
}
