import type { RegistrySystem } from '#features/software/uploads/server/index.ts'
import en from '../messages/en.json' with { type: 'json' }
import { openGoogleRegistry } from './google-registry.ts'

/** A repository of Google Artifact Registry with images. */
export const googleRegistry: RegistrySystem = {
  system: 'google',
  name: en.name,
  fields: [
    { name: 'url', label: en.url, type: 'url', required: true, help: en.urlHelp },
    { name: 'location', label: en.location, type: 'text', required: true, help: en.locationHelp },
    { name: 'key', label: en.key, type: 'secret', required: true, help: en.keyHelp },
    { name: 'api', label: en.api, type: 'url', help: en.apiHelp },
    { name: 'repositories', label: en.repositories, type: 'text', help: en.repositoriesHelp },
  ],
  open: openGoogleRegistry,
}
