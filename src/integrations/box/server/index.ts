import type { FileSharingSystem } from '#features/software/uploads/server/index.ts'
import en from '../messages/en.json' with { type: 'json' }
import { openBox } from './box.ts'

/** Box, signed in to as the service account of an app. */
export const boxFiles: FileSharingSystem = {
  system: 'box',
  name: en.name,
  fields: [
    { name: 'clientId', label: en.clientId, type: 'text', required: true, help: en.clientIdHelp },
    { name: 'clientSecret', label: en.clientSecret, type: 'secret', required: true },
    { name: 'enterprise', label: en.enterprise, type: 'text', required: true, help: en.enterpriseHelp },
    { name: 'api', label: en.api, type: 'url', help: en.apiHelp },
  ],
  open: openBox,
}
