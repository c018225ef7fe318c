import type { RegistrySystem } from '#features/software/uploads/server/index.ts'
import en from '../messages/en.json' with { type: 'json' }
import { openEcr } from './ecr.ts'

/** Amazon ECR: private registries of AWS. */
export const ecrRegistry: RegistrySystem = {
  system: 'ecr',
  name: en.name,
  fields: [
    { name: 'url', label: en.url, type: 'url', required: true, help: en.urlHelp },
    { name: 'region', label: en.region, type: 'text', required: true, help: en.regionHelp },
    { name: 'accessKey', label: en.accessKey, type: 'text', required: true, help: en.accessKeyHelp },
    { name: 'secretKey', label: en.secretKey, type: 'secret', required: true },
    { name: 'api', label: en.api, type: 'url', help: en.apiHelp },
    { name: 'repositories', label: en.repositories, type: 'text', help: en.repositoriesHelp },
  ],
  open: openEcr,
}
