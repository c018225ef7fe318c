import type { RegistrySystem } from '#features/software/uploads/server/index.ts'
import { adapterTexts } from '../texts.ts'
import { openEcr } from './ecr.ts'

/** Amazon ECR: private registries of AWS. */
export const ecrRegistry: RegistrySystem = {
  system: 'ecr',
  name: adapterTexts.name,
  fields: [
    { name: 'url', label: adapterTexts.url, type: 'url', required: true, help: adapterTexts.urlHelp },
    { name: 'region', label: adapterTexts.region, type: 'text', required: true, help: adapterTexts.regionHelp },
    {
      name: 'accessKey',
      label: adapterTexts.accessKey,
      type: 'text',
      required: true,
      help: adapterTexts.accessKeyHelp,
    },
    { name: 'secretKey', label: adapterTexts.secretKey, type: 'secret', required: true },
    { name: 'api', label: adapterTexts.api, type: 'url', help: adapterTexts.apiHelp },
    { name: 'repositories', label: adapterTexts.repositories, type: 'text', help: adapterTexts.repositoriesHelp },
  ],
  open: openEcr,
}
