/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  name: 'Amazon ECR',
  url: 'Address',
  urlHelp: 'Such as https://123456789012.dkr.ecr.eu-central-1.amazonaws.com',
  region: 'Region',
  regionHelp: 'Such as eu-central-1',
  accessKey: 'Access key ID',
  accessKeyHelp: 'Of a user who may get authorization tokens, describe repositories and pull images',
  secretKey: 'Secret access key',
  api: 'Address of the API',
  apiHelp: 'Empty for https://api.ecr.REGION.amazonaws.com',
  repositories: 'Repositories',
  repositoriesHelp: 'Names with commas between them. Leave it empty for all repositories of the registry.',
}
