/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  name: 'Box',
  clientId: 'Client ID',
  clientIdHelp:
    'Of a platform app with server authentication (client credentials grant), authorized by an administrator of Box',
  clientSecret: 'Client secret',
  enterprise: 'Enterprise ID',
  enterpriseHelp: 'The portal sees what is shared with the service account of the app.',
  api: 'Address of the API',
  apiHelp: 'Empty for https://api.box.com',
}
