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
  downloadRegistryCertificate,
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
  registryCredentialExpiring,
  registryCredentialRevoked,
  registryCredentialRotated,
  registryOverlapChanged,
  registrySecretShown,
} from './contract/registry-events.ts'
export { manageRegistryAccess } from './contract/registry-permissions.ts'
export { registryProblems } from './contract/registry-problems.ts'
export type {
  CredentialState,
  DetailsType,
  ImageStorage,
  RegistryCommand,
  RegistryCredential,
  RegistryPull,
  ReleaseImage,
} from './contract/registry-shapes.ts'
