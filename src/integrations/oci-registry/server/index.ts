import type { RegistrySystem } from '#features/software/uploads/server/index.ts'
import en from '../messages/en.json' with { type: 'json' }
import { openOciRegistry } from './oci-registry.ts'

/** Any registry with the OCI distribution API. */
export const ociRegistry: RegistrySystem = {
  system: 'oci',
  name: en.name,
  fields: [
    { name: 'url', label: en.url, type: 'url', required: true, help: en.urlHelp },
    { name: 'username', label: en.username, type: 'text' },
    { name: 'password', label: en.password, type: 'secret' },
    {
      name: 'customers',
      label: en.customers,
      type: 'choice',
      help: en.customersHelp,
      choices: [
        { value: 'PORTAL', label: en.customersPortal },
        { value: 'REGISTRY', label: en.customersRegistry },
      ],
    },
    { name: 'repositories', label: en.repositories, type: 'text', help: en.repositoriesHelp },
  ],
  open: openOciRegistry,
}

export { distributionSource } from './distribution-source.ts'
export { loginWithToken } from './login-with-token.ts'
export { explainRegistry } from './oci-registry.ts'
