/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  url: 'Address',
  urlHelp: 'the address of My Domain, like https://example.my.salesforce.com',
  clientId: 'Client ID of the connected app',
  clientSecret: 'Client secret',
  clientSecretHelp: 'for client credentials; leave it empty to sign in with a private key',
  username: 'User of the private key',
  privateKey: 'Private key (PEM)',
}
