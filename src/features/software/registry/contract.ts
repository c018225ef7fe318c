export {
  checkDockerVersion,
  type DockerProduct,
  type DockerVersion,
  listDockerProducts,
  listDockerVersions,
  uploadContainers,
} from './contract/container-calls.ts'
export {
  type CredentialState,
  type DetailsType,
  type ImageStorage,
  manageRegistryAccess,
  type RegistryCommand,
  type RegistryCredential,
  type RegistryPull,
  type ReleaseImage,
  registryProblems,
} from './contract/registry.ts'
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
