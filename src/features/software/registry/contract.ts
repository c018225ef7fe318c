export {
  checkDockerVersion,
  type DockerProduct,
  type DockerVersion,
  listDockerProducts,
  listDockerVersions,
  uploadContainers,
} from './contract/container-calls.ts'
export {
  changeRegistryOverlap,
  createRegistryCredential,
  listRegistryCredentials,
  listRegistryPulls,
  readRegistryDetails,
  readRegistryLogin,
  readRegistryToken,
  revokeRegistryCredential,
  rotateRegistryCredential,
} from './contract/registry-calls.ts'
export {
  imagePushed,
  registryCredentialCreated,
  registryCredentialRevoked,
  registryCredentialRotated,
  registryOverlapChanged,
  registrySecretShown,
} from './contract/registry-events.ts'
export { manageRegistryAccess, registryProblems } from './contract/registry-permissions.ts'
export type {
  CredentialState,
  DetailsType,
  RegistryCommand,
  RegistryCredential,
  RegistryLogin,
  RegistryPull,
  ReleaseImage,
} from './contract/registry-shapes.ts'
