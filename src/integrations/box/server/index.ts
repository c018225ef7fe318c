import type { FileSharingSystem } from '#features/software/uploads/server/index.ts'
import { adapterTexts } from '../texts.ts'
import { openBox } from './box.ts'

/** Box, signed in to as the service account of an app. */
export const boxFiles: FileSharingSystem = {
  system: 'box',
  name: adapterTexts.name,
  fields: [
    { name: 'clientId', label: adapterTexts.clientId, type: 'text', required: true, help: adapterTexts.clientIdHelp },
    { name: 'clientSecret', label: adapterTexts.clientSecret, type: 'secret', required: true },
    {
      name: 'enterprise',
      label: adapterTexts.enterprise,
      type: 'text',
      required: true,
      help: adapterTexts.enterpriseHelp,
    },
    { name: 'api', label: adapterTexts.api, type: 'url', help: adapterTexts.apiHelp },
  ],
  open: openBox,
}
