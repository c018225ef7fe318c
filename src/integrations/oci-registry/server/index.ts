import type { RegistrySystem } from '#features/software/uploads/server/index.ts'
import { adapterTexts } from '../texts.ts'
import { openOciRegistry } from './oci-registry.ts'

/** Any registry with the OCI distribution API. */
export const ociRegistry: RegistrySystem = {
  system: 'oci',
  name: adapterTexts.name,
  fields: [
    { name: 'url', label: adapterTexts.url, type: 'url', required: true, help: adapterTexts.urlHelp },
    { name: 'username', label: adapterTexts.username, type: 'text' },
    { name: 'password', label: adapterTexts.password, type: 'secret' },
    {
      name: 'customers',
      label: adapterTexts.customers,
      type: 'choice',
      help: adapterTexts.customersHelp,
      choices: [
        { value: 'PORTAL', label: adapterTexts.customersPortal },
        { value: 'REGISTRY', label: adapterTexts.customersRegistry },
      ],
    },
    { name: 'repositories', label: adapterTexts.repositories, type: 'text', help: adapterTexts.repositoriesHelp },
  ],
  open: openOciRegistry,
}

export { distributionSource } from './distribution-source.ts'
export { loginWithToken } from './login-with-token.ts'
export { explainRegistry } from './oci-registry.ts'
