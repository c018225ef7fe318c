import type { RegistrySystem } from '#features/software/uploads/server/index.ts'
import { adapterTexts } from '../texts.ts'
import { openGoogleRegistry } from './google-registry.ts'

/** A repository of Google Artifact Registry with images. */
export const googleRegistry: RegistrySystem = {
  system: 'google',
  name: adapterTexts.name,
  fields: [
    { name: 'url', label: adapterTexts.url, type: 'url', required: true, help: adapterTexts.urlHelp },
    { name: 'location', label: adapterTexts.location, type: 'text', required: true, help: adapterTexts.locationHelp },
    { name: 'key', label: adapterTexts.key, type: 'secret', required: true, help: adapterTexts.keyHelp },
    { name: 'api', label: adapterTexts.api, type: 'url', help: adapterTexts.apiHelp },
    { name: 'repositories', label: adapterTexts.repositories, type: 'text', help: adapterTexts.repositoriesHelp },
  ],
  open: openGoogleRegistry,
}
