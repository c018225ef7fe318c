/** The texts of the pages, some of which the server writes too. */
export const adapterTexts = {
  name: 'Google Artifact Registry',
  url: 'Address',
  urlHelp: 'With project and repository, such as https://europe-west3-docker.pkg.dev/project/images',
  location: 'Location',
  locationHelp: 'Such as europe-west3',
  key: 'Key of a service account (JSON)',
  keyHelp: 'The content of the key file. The account needs the role Artifact Registry Reader.',
  api: 'Address of the API',
  apiHelp: 'Empty for https://artifactregistry.googleapis.com',
  repositories: 'Images',
  repositoriesHelp: 'Names of images with commas between them. Leave it empty for all images of the repository.',
}
